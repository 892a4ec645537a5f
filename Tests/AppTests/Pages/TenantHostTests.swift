import Administration
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// A tenant's app at `/` of a host of its own.
@Suite(.database) struct TenantHostTests {
    typealias World = RouteMatrixFixture

    private static func get(_ path: String, _ host: String) -> World.Call {
        .init("GET", path).with("Host", host)
    }

    /// A front that knows the hosts.
    private func front(_ hosts: [String], _ world: World) async throws -> Gateway {
        _ = try TenantAdmin(try world.database.owner).setHosts(hosts, of: "alpha")
        let pool = try await world.database.front(.small)
        return try await World.front(pool, signer: world.signer).gateway
    }

    @Test func `the app is at the root of the host, and its old address leads there`() async throws {
        let world = try await World()
        let gateway = try await front(["Play.example.org", "other.example.org"], world)
        func answer(_ call: World.Call) async throws -> Answer {
            try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
        }
        let home = try await answer(Self.get("/", "play.example.org"))
        #expect(home.status == 200 && home.isPage && home.text.contains("href=\"/sign-in"))
        #expect(!home.text.contains("/app/alpha"))
        #expect(try await answer(Self.get("/", "PLAY.example.org:8443")).status == 200)
        let inside = try await answer(Self.get("/app/alpha/inbox?x=1", "play.example.org"))
        #expect(inside.status == 308 && inside.header("Location") == "/inbox?x=1")
        let outside = try await answer(Self.get("/app/alpha/inbox", "parlay.example"))
        #expect(outside.header("Location") == "http://play.example.org/inbox")
        let guest = try await answer(Self.get("/inbox", "other.example.org"))
        #expect(guest.status == 303 && guest.header("Location") == "/sign-in?next=%2Finbox")
        // The others are where they were, and another host has no app.
        #expect(try await answer(Self.get("/app/bravo/sign-in", "play.example.org")).status == 200)
        #expect(try await answer(Self.get("/inbox", "parlay.example")).status == 404)
        let missing = try await answer(Self.get("/nothing", "play.example.org"))
        #expect(missing.status == 404 && missing.isPage)
        #expect(try await answer(Self.get("/v1/alpha/about/", "play.example.org")).status == 200)
    }

    @Test func `a host is one tenant's, and a name`() async throws {
        let world = try await World()
        let tenants = TenantAdmin(try world.database.owner)
        #expect(try tenants.setHosts(["a.example.org"], of: "alpha").hosts == ["a.example.org"])
        #expect(throws: AdministrationError.hostTaken) {
            try tenants.setHosts(["b.example.org", "A.example.org"], of: "bravo")
        }
        for bad in ["http://a.example.org", "a b", "a.example.org:80", "-a", "a/", "ä.example.org"] {
            #expect(throws: AdministrationError.badHosts) { try tenants.setHosts([bad], of: "bravo") }
        }
        #expect(try tenants.setHosts([], of: "alpha").hosts == [])
        #expect(try tenants.setHosts(["a.example.org"], of: "bravo").hosts == ["a.example.org"])
    }
}
