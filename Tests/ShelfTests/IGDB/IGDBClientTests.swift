import ParlayAPI
import Reactor
import TestDatabases
import TestSupport
import Testing

@testable import Shelf

/// Good and bad answers, and what a request does after them.
@Suite(.database) struct IGDBClientTests {
    private static let zelda = IGDBServer.game(1022, "The Legend of Zelda", rating: 84.4, votes: 500)

    private func world(_ plan: [JSONValue] = []) async throws -> IGDBWorld {
        let world = try await IGDBWorld.make(games: [Self.zelda])
        try await world.server.control(["plan": .array(plan)])
        return world
    }

    @Test func `a search brings games with everything`() async throws {
        let world = try await world()
        let batch = try await world.search("zelda")
        let game = try #require(batch.games.first)
        #expect(batch.count == 1 && game.identity == .igdb(1022) && game.name == "The Legend of Zelda")
        #expect(game.genres == ["Adventure"] && game.platforms == ["PC (Microsoft Windows)"])
        let url = "https://images.igdb.com/igdb/image/upload/t_cover_big/co1022.jpg"
        #expect(game.cover == .image(GameCover(imageID: "co1022", url: url)))
        #expect(try await world.search(#"no "such\ game"#).games.isEmpty)
        #expect(try await world.search(#"the "legend" of\ zelda"#).count == 1)
    }

    @Test(arguments: ["garbage", "truncate", "close", "html"])
    func `a broken answer is asked again`(kind: String) async throws {
        let world = try await world([["do": .string(kind)]])
        #expect(try await world.search("zelda").count == 1)
        #expect(try await world.server.seen.requests == 2)
        #expect(try world.texts("select failures::text from igdb_state") == ["0"])
        #expect(try world.texts("select last_error from igdb_state").count == 1)
    }

    @Test func `errors of the server are asked again, with pauses that grow`() async throws {
        let world = try await world([["status": 500], ["status": 502, "body": "Bad gateway"]])
        let start = Instant.now
        #expect(try await world.search("zelda").count == 1)
        #expect(.now - start >= .milliseconds(2200))
        #expect(try await world.server.seen.requests == 3)
    }

    @Test func `three failures end a request, five pause all of them for a minute`() async throws {
        let world = try await world((0..<9).map { _ in ["status": 503] })
        #expect(try await world.failure() == .unavailable("IGDB answered 503"))
        #expect(try await world.server.seen.requests == 3)
        let error = try await world.failure(timeout: .seconds(20))
        guard case .paused(let milliseconds)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((40_000...60_000).contains(milliseconds))
        #expect(try await world.server.seen.requests == 5)
        // Another process asks nothing either.
        guard case .paused? = try await world.failure(timeout: .seconds(5)) else {
            Issue.record("not paused")
            return
        }
        #expect(try await world.server.seen.requests == 5)
        // After the minute one more failure is enough for another.
        try world.execute("update igdb_state set paused_until = now() - interval '1 second'")
        _ = try await world.failure(timeout: .seconds(20))
        #expect(try await world.server.seen.requests == 6)
        try world.execute("update igdb_state set paused_until = now() - interval '1 second'")
        try await world.server.control(["plan": []])
        #expect(try await world.search("zelda").count == 1)
        try await world.expectNoViolations()
    }

    @Test func `Retry-After is honored by everybody`() async throws {
        let world = try await world([["status": 429, "headers": ["Retry-After": "3"]]])
        let start = Instant.now
        async let first = world.search("zelda")
        let database = world.database
        try await database.onLoop {
            try await eventually("the pause") {
                try world.texts("select 'x' from igdb_state where paused_until > now()").count == 1
            }
        }
        #expect(try await world.search("zelda").count == 1)
        #expect(.now - start >= .seconds(3))
        #expect(try await first.count == 1)
        #expect(try await world.server.seen.requests == 3)
    }

    @Test(arguments: [429, 503], ["9223372036854775807", "9999999999999"])
    func `Retry-After for ever pauses for an hour`(status: Int, text: String) async throws {
        let world = try await world([
            ["status": .integer(Int64(status)), "headers": ["Retry-After": .string(text)]]
        ])
        let error = try await world.failure(timeout: .seconds(5))
        guard case .paused(let milliseconds)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((3_500_000...3_600_000).contains(milliseconds))
        #expect(try await world.server.seen.requests == 1)
    }

    @Test func `a 429 without Retry-After is a pause of two seconds`() async throws {
        let world = try await world([["status": 429]])
        let start = Instant.now
        #expect(try await world.search("zelda").count == 1)
        #expect(.now - start >= .seconds(2))
    }

    @Test func `a refused query is neither repeated nor a failure of IGDB`() async throws {
        let object: JSONValue = ["title": "Invalid", "status": 400, "cause": "Missing `;`"]
        let world = try await world([
            ["status": 400, "body": [object]], ["status": 400, "body": object],
            ["status": 403, "body": object],
            ["status": 404, "body": [:]],
        ])
        #expect(try await world.failure() == .refused("400, Invalid: Missing `;`"))
        #expect(try await world.failure() == .refused("400, Invalid: Missing `;`"))
        #expect(try await world.failure() == .refused("403, Invalid: Missing `;`"))
        #expect(try await world.failure() == .refused("404"))
        #expect(try await world.server.seen.requests == 4)
        #expect(try world.texts("select failures::text from igdb_state") == ["0"])
    }

    @Test func `nobody who listens is a failure that frees its places`() async throws {
        let world = try await IGDBWorld.make(["PARLAY_IGDB_URL": "http://127.0.0.1:1"])
        #expect(
            try await world.failure() == .unavailable("no answer from IGDB: the host refuses connections")
        )
        #expect(
            try world.texts("select 'held' from igdb_places where free_at > now() + interval '2 s'").isEmpty
        )
    }

    @Test func `slow answers are waited for, eight at a time`() async throws {
        let world = try await world()
        // Four start a second, so that eight are open after two; far from the ten seconds after which one is given up.
        try await world.server.control(["delay": 3000])
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 { group.addTask { try await world.search("zelda").count } }
            for try await count in group { #expect(count == 1) }
        }
        let seen = try await world.server.seen
        #expect(seen.requests == 12 && seen.mostOpen <= 8 && seen.mostStarts <= 4)
        try await world.expectNoViolations()
    }

    @Test func `no more than four start in any second, however many ask`() async throws {
        let world = try await world()
        let start = Instant.now
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<24 { group.addTask { try await world.search("zelda").count } }
            for try await count in group { #expect(count == 1) }
        }
        // Twenty-four cannot be done in less.
        #expect(.now - start >= .seconds(5))
        let seen = try await world.server.seen
        #expect(seen.requests == 24 && seen.mostStarts <= 4)
        try await world.expectNoViolations()
    }
}
