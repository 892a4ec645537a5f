import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import Shelf

@Suite(.database) struct GameSyncTests {
    /// By falling rating, all with enough votes.
    private func games(_ ids: ClosedRange<Int64>) -> [JSONValue] {
        ids.map { IGDBServer.game($0, "Game \($0)", rating: 100 - Double($0) / 100, votes: 20) }
    }

    private func bodies(_ world: IGDBWorld) async throws -> [String] {
        try await world.server.seen.log.map(\.body)
    }

    /// Seconds since the Unix epoch.
    private func now(_ world: IGDBWorld) throws -> Int64 {
        try world.database.owner.query("select extract(epoch from now())::bigint")[0].integer(0)
    }

    @Test func `the first sync reads the top by rating, with a floor of votes`() async throws {
        let few = IGDBServer.game(9001, "Few votes", rating: 99, votes: 19)
        let none = IGDBServer.game(9002, "No rating", votes: 500)
        let world = try await IGDBWorld.make(["PARLAY_IGDB_TOP": "700"], games: games(1...800) + [few, none])
        let report = try await world.sync()
        #expect(report.hasTop && report.read == 700 && report.skipped == 0 && report.counts.created == 700)
        #expect(
            try world.texts("select count(*)::text from games where igdb_id between 1 and 700") == ["700"]
        )
        #expect(try world.texts("select count(*)::text from games") == ["700"])
        #expect(
            try world.texts("select array_to_string(screenshots, ' ') from games where igdb_id = 7") == [
                "sc7 sd7"
            ]
        )
        let seen = try await world.server.seen
        #expect(seen.requests == 1 && seen.log[0].path == "/v4/multiquery")
        #expect(
            seen.log[0].body.contains("limit 500; offset 0;")
                && seen.log[0].body.contains("limit 200; offset 500;")
        )
        try await world.expectNoViolations()
    }

    @Test func `a catalog that ends before the top ends the sync`() async throws {
        let world = try await IGDBWorld.make(games: games(1...510))
        #expect(try await world.sync().read == 510)
        #expect(try await world.server.seen.requests == 1)
    }

    @Test func `later syncs read what was changed since an hour before the last`() async throws {
        let world = try await IGDBWorld.make(games: games(1...3))
        let before = try now(world)
        try await world.sync()
        let after = try now(world)
        let changes = [
            IGDBServer.game(1, "Renamed", rating: 50, votes: 30, updated: before - 3500),
            IGDBServer.game(2, "Long ago", rating: 50, votes: 30, updated: before - 3700),
            IGDBServer.game(4, "New", rating: 50, votes: 20, updated: after),
            IGDBServer.game(5, "New without votes", updated: after),
        ]
        try await world.server.control(["games": .array(changes)])
        let report = try await world.sync()
        #expect(!report.hasTop && report.counts.created == 1 && report.counts.updated == 1)
        #expect(try world.catalog() == ["1 Renamed", "2 Game 2", "3 Game 3", "4 New"])
        let body = try #require(try await bodies(world).last)
        let since = try #require(
            body.firstMatch(of: /where updated_at >= (\d+); sort updated_at asc;/).flatMap { Int64($0.1) }
        )
        #expect((before - 3600...after - 3600).contains(since))
        // Nothing new is nothing changed.
        let again = try await world.sync()
        #expect(again.counts.created == 0 && again.counts.updated == 0)
    }

    @Test func `a game that a search brought is kept up to date whatever its votes`() async throws {
        let world = try await IGDBWorld.make(games: games(1...1))
        try await world.sync()
        try world.execute("insert into games (igdb_id, name, updated_at) values (77, 'Rare', now())")
        let now = try now(world)
        let changes = [
            IGDBServer.game(77, "Rare and renamed", updated: now),
            IGDBServer.game(78, "Unknown", updated: now),
        ]
        try await world.server.control(["games": .array(changes)])
        try await world.sync()
        #expect(try world.catalog() == ["1 Game 1", "77 Rare and renamed"])
    }

    @Test func `many changes of one second are all read`() async throws {
        let world = try await IGDBWorld.make(games: games(1...1))
        try await world.sync()
        let now = try now(world)
        let changes = (1...Int64(5100)).map { id in
            IGDBServer.game(id, "Game \(id)", votes: 20, updated: id <= 5050 ? now : now + 1)
        }
        try await world.server.control(["games": .array(changes)])
        let report = try await world.sync()
        #expect(try world.texts("select count(*)::text from games") == ["5100"])
        #expect(report.counts.created == 5099)
        try await world.expectNoViolations()
    }

    @Test func `bad elements are skipped and counted`() async throws {
        let world = try await IGDBWorld.make(games: games(1...2))
        let body: JSONValue = [
            [
                "name": "games 0",
                "result": [
                    IGDBServer.game(1, "Good", rating: 1, votes: 20), ["id": 2],
                    ["id": -3, "name": "Negative"], 7,
                    ["id": 5, "name": "Plain ids", "cover": 89386, "genres": [12, 31], "rating": 200],
                ],
            ],
            ["name": "games 500", "result": []], ["name": "games 1000", "result": []],
            ["name": "games 1500", "result": []], ["name": "games 2000", "result": []],
        ]
        try await world.server.control(["plan": [["status": 200, "body": body]]])
        let report = try await world.sync()
        #expect(report.read == 5 && report.skipped == 3 && report.counts.created == 2)
        #expect(try world.catalog() == ["1 Good", "5 Plain ids"])
    }

    @Test func `a game of the sample catalog takes the id of IGDB`() async throws {
        let world = try await IGDBWorld.make(
            games: [
                IGDBServer.game(
                    1942,
                    "The Witcher® 3: Wild Hunt",
                    rating: 94,
                    votes: 3795,
                    released: 1_431_993_600
                )
            ]
        )
        try world.execute(
            """
            insert into games (source, source_id, name, release_date, updated_at)
            values ('steam', 292030, 'The Witcher 3 - Wild Hunt', '2015-05-18', now())
            """
        )
        try await world.sync()
        #expect(try world.catalog() == ["1942 The Witcher® 3: Wild Hunt"])
        #expect(try world.texts("select source || source_id from games") == ["steam292030"])
    }

    @Test func `a sync that fails keeps what it read, and the next one starts where it was`() async throws {
        let world = try await IGDBWorld.make(["PARLAY_IGDB_TOP": "3000"], games: games(1...3000))
        try await world.server.control(["plan": [["status": 200, "body": []]]])
        // The first request brings a page that lacks its games three times.
        try await world.server.control(["plan": .array((0..<3).map { _ in ["status": 200, "body": []] })])
        await #expect(throws: IGDBError.unavailable("IGDB's answer lacks a page")) { try await world.sync() }
        let state =
            "select concat_ws(' ', last_sync_at is null, synced_until is null, sync_until < now()) from igdb_state"
        #expect(try world.texts(state) == ["t t t"])
        #expect(try await world.sync().counts.created == 3000)
        #expect(try world.texts(state) == ["f f t"])
    }

    @Test func `settings that ask for more read the top again`() async throws {
        let world = try await IGDBWorld.make(["PARLAY_IGDB_TOP": "2"], games: games(1...4))
        #expect(try await world.sync().hasTop)
        #expect(try await !world.sync().hasTop)
        let more = try await IGDBWorld.make(["PARLAY_IGDB_TOP": "3"], games: games(1...4))
        #expect(try await more.sync().hasTop)
        #expect(try more.texts("select count(*)::text from games") == ["3"])
        #expect(try await world.sync(full: true).hasTop)
    }

    @Test func `one sync runs at a time, and one that died is replaced`() async throws {
        let world = try await IGDBWorld.make(games: games(1...1))
        try world.execute("update igdb_state set sync_id = 7, sync_until = now() + interval '2 minutes'")
        await #expect(throws: GameSync.Failure.alreadyRunning) { try await world.sync() }
        try world.execute("update igdb_state set sync_until = now() - interval '1 second'")
        #expect(try await world.sync().read == 1)
    }
}
