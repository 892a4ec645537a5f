internal import ParlayAPI

/// Prices for games that have none, from a seed: the same for the same game at each import.
package struct MadeUpPrices: Sendable {
    private let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// Those of made-up games.
    package static let standard = MadeUpPrices(seed: 2026)

    /// Gives each game without markets a line and prices, marked as made up.
    package func fill(_ file: inout OddsFile) {
        for tournament in file.tournaments.indices {
            let sport = file.tournaments[tournament].sport
            for game in file.tournaments[tournament].games.indices
            where file.tournaments[tournament].games[game].markets.isEmpty {
                let id = file.tournaments[tournament].games[game].externalID
                file.tournaments[tournament].games[game].markets = markets(sport: sport, id: id)
            }
        }
    }

    package func markets(sport: String, id: String) -> [SourceMarket] {
        var random = SeededGenerator(seed: seed, text: id)
        return sport == NFLFile.sport ? football(&random) : soccer(&random)
    }

    private func football(_ random: inout SeededGenerator) -> [SourceMarket] {
        // In half points. The home team is favoured by 2.5 on average.
        let line = MarketLine(quarters: -2 * Int.random(in: -19...29, using: &random)) ?? .zero
        // One point is worth about three per cent.
        let home = min(max(5_000 - line.quarters * 75, 800), 9_200)
        let total = MarketLine(quarters: 4 * Int.random(in: 37...52, using: &random) + 2) ?? .zero
        return [
            market(.moneyline, nil, [.home: home, .away: 10_000 - home]),
            market(.spread, line, even(.home, .away, &random)),
            market(.total, total, even(.over, .under, &random)),
        ]
    }

    private func soccer(_ random: inout SeededGenerator) -> [SourceMarket] {
        let draw = Int.random(in: 2_200...2_900, using: &random)
        let home = (10_000 - draw) * Int.random(in: 25...80, using: &random) / 100
        let over = Int.random(in: 4_200...5_800, using: &random)
        return [
            market(.matchResult, nil, [.home: home, .draw: draw, .away: 10_000 - draw - home]),
            market(.total, MarketLine(quarters: 10), [.over: over, .under: 10_000 - over]),
        ]
    }

    private func even(
        _ first: OutcomeSide,
        _ second: OutcomeSide,
        _ random: inout SeededGenerator
    ) -> [OutcomeSide: Int] {
        let chance = Int.random(in: 4_900...5_100, using: &random)
        var chances = [first: chance]
        chances[second] = 10_000 - chance
        return chances
    }

    /// - Parameter chances: in ten-thousandths, 10,000 together. The prices imply about 105 %.
    private func market(
        _ kind: MarketKind,
        _ line: MarketLine?,
        _ chances: [OutcomeSide: Int]
    ) -> SourceMarket {
        let prices = chances.mapValues { Self.price(ofChance: $0 * 105 / 100) }
        return SourceMarket(kind, line: line, origin: .madeUp, prices: prices)
    }

    /// The price that implies a chance, given in ten-thousandths, to the next 5.
    private static func price(ofChance chance: Int) -> AmericanPrice {
        let rest = 10_000 - chance
        let size = chance > 5_000 ? 100 * chance / rest : 100 * rest / chance
        let rounded = max(100, (size + 2) / 5 * 5)
        return AmericanPrice(rawValue: chance > 5_000 ? -rounded : rounded) ?? .assumed
    }

    /// The prices that the outcomes of a made-up event had at first; empty for other events.
    static func first(of tree: EventTree, sport: String) -> [OutcomeID: AmericanPrice] {
        guard tree.event.source == MadeUpGame.source, sport == MadeUpGame.soccer,
            let id = tree.event.externalID
        else { return [:] }
        let offered = standard.markets(sport: sport, id: id)
        var first: [OutcomeID: AmericanPrice] = [:]
        for market in tree.markets {
            let source = offered.first { $0.kind == market.market.kind && $0.line == market.market.line }
            for outcome in market.outcomes { first[outcome.id] = source?.prices[outcome.side] }
        }
        return first
    }
}

/// SplitMix64: the same numbers for the same seed and text on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64, text: String) {
        // FNV-1a
        state = text.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
