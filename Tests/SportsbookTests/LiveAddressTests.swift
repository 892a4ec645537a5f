import Components
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// `GET /live/{tenant}`, which leads to the board of the app.
@Suite(.database) struct LiveAddressTests {
    private static func settings(isPublic: Bool) -> TenantSettings {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.publicSportsbook] = isPublic
        return settings
    }

    private static func world(isPublic: Bool = true) async throws -> World {
        try await World.make(modules: [.sportsbook], settings: settings(isPublic: isPublic))
    }

    @Test func `a public tenant's address leads to its board, whoever asks`() async throws {
        let world = try await Self.world()
        _ = try await world.addTenant(
            "second",
            modules: [.sportsbook],
            settings: Self.settings(isPublic: true)
        )
        for path in ["/live/demo", "/live/demo/"] {
            let answer = try await world.send("GET", path)
            #expect(answer.status == 308 && answer.header("Location") == "/app/demo/events", "\(path)")
        }
        #expect(try await world.send("GET", "/live/second").header("Location") == "/app/second/events")
        // An invalid token is not looked at.
        #expect(try await world.send("GET", "/live/demo", token: "nonsense").status == 308)
        #expect(try await world.send("HEAD", "/live/demo").status == 308)
    }

    @Test func `without the setting, the module or the tenant it leads nowhere`() async throws {
        let world = try await Self.world(isPublic: false)
        // The default is off.
        _ = try await world.addTenant("quiet", modules: [.sportsbook])
        _ = try await world.addTenant("other", modules: [.meetups], settings: Self.settings(isPublic: true))
        for slug in ["demo", "quiet", "other", "nobody", "DEMO"] {
            let answer = try await world.send("GET", "/live/\(slug)")
            #expect(answer.status == 404, "\(slug): \(answer)")
            #expect(answer.header("Cache-Control") != "no-cache", "\(slug)")
        }
        #expect(try await world.send("GET", "/live/nobody").code == "tenant_not_found")
        #expect(try await world.send("GET", "/live/demo").code == "not_found")
        #expect(try await world.send("GET", "/live").status == 404)
        #expect(try await world.send("GET", "/live/demo/more").status == 404)
        let post = try await world.send("POST", "/live/demo", [:])
        #expect(post.status == 405)
        #expect(post.header("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test func `a suspended tenant's address leads nowhere at once`() async throws {
        let world = try await Self.world()
        #expect(try await world.send("GET", "/live/demo").status == 308)
        try world.database.owner.execute("update tenants set status = 'suspended' where slug = 'demo'")
        try await world.refreshTenants()
        let suspended = try await world.send("GET", "/live/demo")
        #expect(suspended.status == 404)
        #expect(suspended.code == "tenant_not_found")
    }
}
