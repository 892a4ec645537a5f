import ParlayAPI
import Tenancy
import Testing

@testable import Demos
@testable import Sportsbook

@Suite struct DemoWeekTests {
    private func day(_ text: String) throws -> CivilDateTime { try #require(FileTime.day(text)) }

    @Test(arguments: [
        // Tuesday and Wednesday wait for Thursday; Friday to Monday look back.
        ("2026-11-24", "2026-11-26"), ("2026-11-25", "2026-11-26"), ("2026-11-26", "2026-11-26"),
        ("2026-11-27", "2026-11-26"), ("2026-11-28", "2026-11-26"), ("2026-11-29", "2026-11-26"),
        ("2026-11-30", "2026-11-26"), ("2026-12-01", "2026-12-03"),
        // Over the end of a year, and of February.
        ("2026-12-29", "2026-12-31"), ("2027-01-04", "2026-12-31"), ("2027-01-05", "2027-01-07"),
        ("2028-02-29", "2028-03-02"), ("1969-12-31", "1970-01-01"), ("1969-12-29", "1969-12-25"),
    ])
    func `every day belongs to the week of a Thursday`(today: String, thursday: String) throws {
        #expect(DemoCalendar.thursday(ofWeekWith: try day(today)).dateText == thursday)
    }

    private func file() throws -> OddsFile {
        var bare = NFLSample.Row.withoutPrices()
        bare.cells.merge(["game_id": "e", "week": "3", "spread_line": "", "total_line": ""]) { $1 }
        return try NFLSample.read([
            .with(["game_id": "a", "week": "1"]), .with(["game_id": "b", "week": "2"]),
            .with(["game_id": "c", "week": "2", "home_score": "", "away_score": ""]),
            .with(["game_id": "d", "week": "3"]), bare, .with(["game_id": "f", "week": "4"]),
        ])
    }

    @Test func `the template is the last week in which all games have lines`() throws {
        let week = try #require(DemoWeek(lastOf: file(), [10, 20, 15, 30, 40, 50]))
        // Week 3 has a game without, and week 4 is a single game.
        #expect(week.games.map(\.id) == ["c", "b"])
        #expect(week.externalIDs == ["c@0", "b@0"])
        #expect(week.games.allSatisfy { $0.week == 2 && $0.markets.count == 3 })
    }

    @Test func `a week moves on with ids and a number of its own`() throws {
        let week = try #require(DemoWeek(lastOf: file(), [10, 20, 15, 30, 40, 50]))
        let moved = week.moved(by: 3, to: [115, 120])
        #expect(moved.externalIDs == ["c@3", "b@3"])
        #expect(moved.games.map(\.startsAt.milliseconds) == [115_000, 120_000])
        #expect(moved.games.map(\.week) == [5, 5])
        #expect(moved.moved(by: 14, to: [0, 0]).games.map(\.week) == [1, 1])
        #expect(moved.moved(by: -6, to: [0, 0]).games.map(\.week) == [17, 17])
    }

    @Test func `games that are over have results, the others none`() throws {
        let week = try #require(DemoWeek(lastOf: file(), [10, 20_000, 0, 30, 40, 50]))
        let now = Timestamp(milliseconds: DemoWeek.duration * 1_000)
        let events = week.tournament(withResultsAt: now).events
        #expect(events.map(\.status) == [.final, .scheduled])
        #expect(events.map { $0.score != nil } == [true, false])
        #expect(week.tournament(withResultsAt: now).events == events)
        #expect(week.tournament(withResultsAt: nil).events.allSatisfy { $0.status == .scheduled })
        #expect(week.isAhead(of: Timestamp(milliseconds: 19_399_000)))
        #expect(!week.isAhead(of: Timestamp(milliseconds: 19_400_000)))
    }

    @Test func `made-up results are around the lines, and nobody scores a single point`() throws {
        let line = try #require(MarketLine(quarters: -28))
        let total = try #require(MarketLine(quarters: 188))
        let markets = [
            SourceMarket(.spread, line: line, prices: [:]), SourceMarket(.total, line: total, prices: [:]),
        ]
        let scores = (0..<2_000).map { MadeUpGame.footballScore(of: "game \($0)", markets) }
        #expect(MadeUpGame.footballScore(of: "game 7", markets) == scores[7])
        #expect(scores.allSatisfy { $0.home >= 0 && $0.away >= 0 && $0.home != 1 && $0.away != 1 })
        let margin = scores.reduce(0) { $0 + $1.home - $1.away } / scores.count
        let points = scores.reduce(0) { $0 + $1.home + $1.away } / scores.count
        #expect((5...8).contains(margin))
        #expect((45...49).contains(points))
        #expect(scores.contains { $0.away > $0.home })
    }
}
