import ParlayAPI
import Testing

@testable import Sportsbook

@Suite struct OddsFileTests {
    private func file() throws -> OddsFile {
        try NFLSample.read([
            NFLSample.full, .with(["game_id": "b", "season": "2023"]),
            .with(["game_id": "c", "home_score": "", "away_score": ""]),
        ])
    }

    @Test func `without a move, ids and scores are those of the file`() throws {
        let kickOffs = ResolvedKickOffs(seconds: [1_725_582_000, 1_725_582_001, 1_725_582_002])
        let sources = try file().sources(kickOffs, results: false, badLineLimit: 9)
        #expect(sources.map(\.externalID) == ["2024", "2023"])
        #expect(sources[0].events.map(\.externalID) == ["2024_01_BAL_KC", "c"])
        #expect(sources[0].events.map(\.startsAt.milliseconds) == [1_725_582_000_000, 1_725_582_001_000])
        #expect(sources[0].events.map(\.status) == [.final, .scheduled])
        #expect(sources[0].events[0].score == Score(home: 27, away: 20))
        #expect(sources[1].events.map(\.line) == [3])
    }

    @Test func `moved games have ids of their own, and results only if they are asked for`() throws {
        let kickOffs = ResolvedKickOffs(seconds: [1_800_000_000, 1_800_000_000, 1_800_000_000], weeks: 116)
        let without = try file().sources(kickOffs, results: false, badLineLimit: 9)
        #expect(without.map(\.externalID) == ["2024@116", "2023@116"])
        #expect(without[0].events.map(\.externalID) == ["2024_01_BAL_KC@116", "c@116"])
        #expect(without[0].events.map(\.status) == [.scheduled, .scheduled])
        #expect(without[0].events.map(\.score) == [nil, nil])
        let with = try file().sources(kickOffs, results: true, badLineLimit: 9)
        #expect(with[0].events.map(\.externalID) == without[0].events.map(\.externalID))
        #expect(with[0].events.map(\.status) == [.final, .scheduled])
    }

    @Test func `a kick-off outside of 2000 to 2100 is a bad line`() throws {
        let bad = try #require(throws: BadLines.self) {
            try file().sources(
                ResolvedKickOffs(seconds: [946_684_799, 946_684_800, 4_133_980_800]),
                results: false,
                badLineLimit: 9
            )
        }
        #expect(bad.first.map(\.line) == [2, 3])
        // In the order of the tournaments: the third moment is that of line 3.
        #expect(bad.first[0].sentence == "Baltimore Ravens at Kansas City Chiefs starts outside 2000–2100.")
    }
}

@Suite struct MadeUpPricesTests {
    private func markets(_ sport: String, _ id: String, seed: UInt64 = 7) -> [SourceMarket] {
        MadeUpPrices(seed: seed).markets(sport: sport, id: id)
    }

    @Test func `the same seed and game give the same prices`() {
        #expect(markets("soccer", "a") == markets("soccer", "a"))
        #expect(markets("soccer", "a") != markets("soccer", "b"))
        #expect(markets("soccer", "a") != markets("soccer", "a", seed: 8))
    }

    @Test(arguments: [
        ("soccer", [MarketKind.matchResult, .total]), ("american_football", [.moneyline, .spread, .total]),
    ])
    func `prices are complete and imply about 105 percent`(sport: String, kinds: [MarketKind]) {
        for number in 0..<2_000 {
            let markets = markets(sport, "game \(number)")
            #expect(markets.map(\.kind) == kinds)
            for market in markets {
                #expect(market.origin == .madeUp)
                #expect(Set(market.prices.keys) == Set(market.kind.sides))
                #expect((market.line != nil) == market.kind.hasLine)
                let chances = market.prices.values.reduce(0.0) {
                    $0 + Double($1.factor.denominator) / Double($1.factor.numerator)
                }
                #expect((1.02...1.08).contains(chances), "\(market)")
            }
            // The favourite of the spread is that of the moneyline.
            if let line = markets.first(where: { $0.kind == .spread })?.line, line != .zero,
                let home = markets[0].prices[.home], let away = markets[0].prices[.away]
            {
                #expect((home < away) == (line < .zero), "\(markets)")
            }
        }
    }

    @Test func `only games without markets get some`() throws {
        var bare = NFLSample.Row.withoutPrices()
        bare.cells.merge(["game_id": "b", "spread_line": "", "total_line": ""]) { $1 }
        var file = try NFLSample.read([NFLSample.full, bare])
        let before = file.games[0]
        MadeUpPrices(seed: 1).fill(&file)
        #expect(file.games[0] == before)
        #expect(file.games[1].markets.map(\.kind) == [.moneyline, .spread, .total])
    }
}
