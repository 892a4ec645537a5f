import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import Shelf

@Suite(.database) struct TwitchTokenTests {
    /// Several processes that search at the same time.
    private func searchTogether(_ count: Int, _ world: IGDBWorld) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { try await world.search("game \(number)") } }
            try await group.waitForAll()
        }
    }

    @Test func `of many that need a token, one asks for it`() async throws {
        let world = try await IGDBWorld.make()
        try await world.server.control(["token_delay": 500])
        try await searchTogether(6, world)
        let seen = try await world.server.seen
        #expect(seen.issued == 1 && seen.requests == 6)
        #expect(seen.log.allSatisfy { $0.status == 200 })
        try await world.expectNoViolations()
    }

    @Test func `a token that IGDB refuses is renewed once by all, and the requests are repeated`()
        async throws
    {
        let world = try await IGDBWorld.make()
        try await world.search("zelda")
        try await world.server.control(["revoke": true, "token_delay": 500])
        try await searchTogether(6, world)
        let seen = try await world.server.seen
        #expect(seen.issued == 2)
        #expect(seen.log.filter { $0.status == 200 }.count == 7)
        try await world.expectNoViolations()
    }

    @Test func `a token is renewed before it expires, and works until then`() async throws {
        let world = try await IGDBWorld.make()
        try await world.search("zelda")
        try world.execute("update igdb_tokens set renew_at = now() - interval '1 second'")
        try await world.search("zelda")
        #expect(try await world.server.seen.issued == 2)
        // It cannot be renewed, but works: nobody notices.
        try world.execute("update igdb_tokens set renew_at = now() - interval '1 second'")
        try await world.server.control(["token_plan": [["status": 503], ["status": 503]]])
        try await world.search("zelda")
        try await world.search("zelda")
        #expect(try await world.server.seen.issued == 2)
        try world.execute("update igdb_tokens set renewing_until = now() - interval '1 second'")
        try await world.server.control(["token_plan": []])
        try await world.search("zelda")
        #expect(try await world.server.seen.issued == 3)
        #expect(try world.texts("select failures::text from igdb_state") == ["0"])
    }

    @Test(arguments: ["9223372036854775807", "9999999999999"])
    func `Retry-After for ever pauses for an hour`(text: String) async throws {
        let world = try await IGDBWorld.make()
        try await world.server.control([
            "token_plan": [["status": 503, "headers": ["Retry-After": .string(text)]]]
        ])
        #expect(try await world.failure() == .unavailable("Twitch issues no token: 503"))
        let pause =
            "select (paused_until between now() + interval '59 min' and now() + interval '1 h')::text from igdb_state"
        #expect(try world.texts(pause) == ["true"])
    }

    @Test func `a change in the future does not stop the sync`() async throws {
        let game = IGDBServer.game(1, "Zelda", rating: 90, votes: 500, updated: 9_000_000_000_000_000_000)
        let world = try await IGDBWorld.make(games: [game])
        try await world.sync()
        let isPast = "select (synced_until <= now() + interval '1 second')::text from igdb_state"
        #expect(try world.texts(isPast) == ["true"])
        try await world.sync()
    }

    @Test func `an expired token is not sent`() async throws {
        let world = try await IGDBWorld.make()
        try await world.search("zelda")
        try world.execute(
            "update igdb_tokens set (expires_at, renew_at) = (select t, t from (select now() - interval '1 second') p (t))"
        )
        try await world.search("zelda")
        let seen = try await world.server.seen
        #expect(seen.issued == 2 && seen.log.allSatisfy { $0.status == 200 })
    }

    @Test func `a new token that is refused is not renewed again and again`() async throws {
        let world = try await IGDBWorld.make()
        try await world.server.control(["plan": .array((0..<20).map { _ in ["status": 401] })])
        for _ in 0..<3 { #expect(try await world.failure() == .unavailable("IGDB refuses a new token")) }
        #expect(try await world.server.seen.issued == 1)
    }

    @Test(arguments: [
        ("igdb-client", "wrong-secret", "403: invalid client secret"), ("nobody", "s", "400: invalid client"),
    ])
    func `wrong credentials are a sentence without them`(id: String, secret: String, reason: String)
        async throws
    {
        let world = try await IGDBWorld.make([
            "PARLAY_IGDB_CLIENT_ID": id, "PARLAY_IGDB_CLIENT_SECRET": secret,
        ])
        #expect(try await world.failure() == .unavailable("Twitch issues no token: \(reason)"))
        let seen = try await world.server.seen
        #expect(seen.requests == 0 && seen.issued == 0)
    }

    @Test func `what Twitch repeats of the secret is not told`() async throws {
        let world = try await IGDBWorld.make()
        let body = "Bad secret \(IGDBServer.clientSecret)"
        try await world.server.control(["token_plan": [["status": 400, "body": ["message": .string(body)]]]])
        #expect(
            try await world.failure() == .unavailable("Twitch issues no token: 400: Bad secret <redacted>")
        )
        #expect(
            try world.texts("select last_error from igdb_state") == [
                "Twitch issues no token: 400: Bad secret <redacted>"
            ]
        )
        #expect("\(try world.credentials)" == "<redacted>")
        var dumped = ""
        dump(world.settings, to: &dumped)
        #expect(!dumped.contains(IGDBServer.clientSecret))
    }
}
