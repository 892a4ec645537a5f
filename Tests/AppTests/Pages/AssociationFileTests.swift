import Administration
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What a host says about the apps that share its passkeys.
@Suite(.database) struct AssociationFileTests {
    typealias World = RouteMatrixFixture

    @Test func `a host names the apps of its tenant, and another the apps of tenants without one`()
        async throws
    {
        let world = try await World()
        let tenants = TenantAdmin(try world.database.owner)
        _ = try tenants.setHosts(["play.example.org", "other.example.org"], of: "alpha")
        let fingerprint = [String](repeating: "AB", count: 32).joined(separator: ":")
        for (slug, app) in [
            ("alpha", "A1B2C3D4E5.org.example.alpha"), ("bravo", "A1B2C3D4E5.org.example.bravo"),
        ] {
            let apps = #"[{"package": "org.example.\#(slug)", "fingerprints": ["\#(fingerprint)"]}]"#
            try world.owner.execute(
                """
                update tenants
                   set settings = settings || '{"apple_apps": ["\(app)"], "android_apps": \(apps)}'
                 where slug = '\(slug)'
                """
            )
        }
        let pool = try await world.database.front(.small)
        let gateway = try await World.front(pool, signer: world.signer).gateway
        func file(_ name: String, _ host: String) async throws -> Answer {
            let call = World.Call("GET", "/.well-known/\(name)").with("Host", host)
            return try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
        }
        let apple = try await file("apple-app-site-association", "play.example.org")
        #expect(apple.status == 200 && apple.header("Content-Type") == "application/json")
        #expect(apple["webcredentials", "apps"] == ["A1B2C3D4E5.org.example.alpha"])
        let others = try await file("apple-app-site-association", "parlay.example")
        #expect(others["webcredentials", "apps"] == ["A1B2C3D4E5.org.example.bravo"])
        let android = try await file("assetlinks.json", "other.example.org").text
        #expect(android.contains(#""package_name":"org.example.alpha""#) && android.contains(fingerprint))
        #expect(!android.contains("bravo") && android.contains("delegate_permission/common.get_login_creds"))
        let origins = try await file("webauthn", "play.example.org")["origins"]
        let texts: [JSONValue] = if case .array(let values)? = origins { values } else { [] }
        #expect(texts.contains("https://play.example.org") && texts.contains("https://other.example.org"))
    }
}
