import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import OddsFeeds

/// The weeks of games whose source counts none.
@Suite(.database) struct FeedWeekTests {
    private func weeks(_ times: [String], _ world: World, known source: String = "") throws -> [Int64] {
        try world.database.owner.query(
            FeedRunStore.weeks(
                .integer(world.tenant.id.rawValue),
                .text(source),
                .text("americanfootball_nfl"),
                .texts(times)
            )
        ).all
    }

    @Test func `weeks begin on Tuesday in New York, and count from the first game of the season`()
        async throws
    {
        let world = try await World.make(modules: [.sportsbook])
        let games: [(String, Int64)] = [
            ("2026-09-11T00:20:00Z", 1),  // Thursday night
            ("2026-09-15T00:15:00Z", 1),  // Monday night
            ("2026-09-15T03:59:59Z", 1), ("2026-09-15T04:00:00Z", 2),
            ("2026-09-13T17:00:00Z", 1), ("2026-09-18T00:15:00Z", 2),
            // After the clocks have changed.
            ("2026-11-03T04:59:59Z", 8), ("2026-11-03T05:00:00Z", 9),
            ("2027-02-14T23:30:00Z", 23), ("2027-09-10T00:20:00Z", 1), ("2027-09-14T17:00:00Z", 2),
        ]
        #expect(try weeks(games.map(\.0), world) == games.map(\.1))
        #expect(try weeks([], world) == [])
        // In any order.
        #expect(try weeks(games.reversed().map(\.0), world) == games.reversed().map(\.1))
    }

    private func row(_ time: String, _ home: String) -> [String] {
        [time, "At \(home)", "-3", "Green Bay", "44", "-$150 +$130"]
    }

    @Test func `a feed of American football has weeks, also of games that follow`() async throws {
        let world = try await FeedWorld()
        world.answer(
            page: OddsPage.page(sunday: [
                row("2035-09-13T20:20:00-04:00", "Seattle"), row("2035-09-17T20:15:00-04:00", "Dallas"),
            ])
        )
        let id = try await world.page()
        #expect(try await world.run(id)["status"] == "ok")
        func shown() throws -> [String] {
            try world.texts("select home || ' ' || week from events order by starts_at, home")
        }
        #expect(try shown() == ["Seattle 1", "Dallas 1"])
        // The next page has other games, of the same season.
        try world.execute(
            "update events set status = 'final', home_score = 1, away_score = 0, result_version = 1, first_result_at = now()"
        )
        world.answer(
            page: OddsPage.page(sunday: [
                row("2035-09-23T13:00:00-04:00", "Miami"), row("2035-09-30T13:00:00-04:00", "Tampa Bay"),
            ])
        )
        #expect(try await world.run(id)["status"] == "ok")
        #expect(try shown() == ["Seattle 1", "Dallas 1", "Miami 2", "Tampa Bay 3"])
    }

    @Test func `the current week is found in feeds, and in other sports it is that of the calendar`()
        async throws
    {
        let world = try await FeedWorld()
        world.play(.init(), .init(home: "Dallas", away: "Denver"))
        let football = try await world.page()
        #expect(try await world.run(football)["status"] == "ok")
        let soccer = try await world.page(["sport": "soccer", "tournament": "Liga"])
        world.play(
            .init(home: "Roma", away: "Milan"),
            .init(home: "Lyon", away: "Nantes", hours: 50),
            .init(home: "Porto", away: "Braga", hours: 52)
        )
        #expect(try await world.run(soccer)["status"] == "ok")
        for (home, shift) in [("Roma", "'0'"), ("Lyon", "'7 days'"), ("Porto", "'-1 second'")] {
            try world.execute(
                """
                update events set starts_at = date_trunc('week', now(), 'UTC') + interval \(shift) where home = '\(home)'
                """
            )
        }
        let current = try await world.send("GET", "events/?week=current&limit=100").items
        #expect(Set(current.compactMap { $0["home"]?.text }) == ["Seattle", "Dallas", "Roma"])
        #expect(current.first { $0["home"] == "Roma" }?["week"] == .null)
        // A week that a source gives is counted as before.
        try world.execute("update events set week = 3 where home in ('Roma', 'Lyon')")
        let counted = try await world.send("GET", "events/?week=current&limit=100").items
        #expect(!counted.contains { $0["home"] == "Porto" })
    }
}
