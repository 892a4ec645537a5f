internal import ParlayAPI

/// The course of a game that is never played: who scores when. The same for the same id, so that a result follows from
/// the scores before it, whoever enters them. Pure.
package struct MadeUpGame: Sendable, Equatable {
    struct Turn: Sendable, Equatable {
        /// Since kick-off.
        let second: Int64
        let isHome: Bool
        let points: Int
    }

    package static let soccer = "soccer"
    /// What the tree has as the source of games that no one plays.
    package static let source = "demo"

    /// In the order of time.
    let turns: [Turn]
    /// From kick-off to the end, in seconds.
    package let length: Int64

    /// - Parameters:
    ///   - id: the same id gives the same game.
    ///   - markets: what the lines expect, for sports with lines.
    package init(_ id: String, sport: String, _ markets: [SourceMarket] = []) {
        var random = SeededGenerator(seed: 0, text: "course of \(id)")
        let turns: [Turn]
        if sport == NFLFile.sport {
            (turns, length) = (Self.football(Self.footballScore(of: id, markets), &random), 11_400)
        } else {
            (turns, length) = (Self.soccer(&random), 6_420)
        }
        self.turns = turns.sorted { $0.second < $1.second }
    }

    package var result: Score { score(after: length) }

    /// - Parameter seconds: since kick-off.
    package func score(after seconds: Int64) -> Score {
        turns.prefix { $0.second <= seconds }.reduce(into: Score(home: 0, away: 0)) { score, turn in
            if turn.isHome { score.home += turn.points } else { score.away += turn.points }
        }
    }

    // MARK: Sports

    /// Each minute of play may have a goal: 1.5 for the home team and 1.2 for the other on average.
    private static func soccer(_ random: inout SeededGenerator) -> [Turn] {
        var turns: [Turn] = []
        for minute in 1...90 {
            // Half time lasts 15 minutes.
            let second = Int64(60 * (minute > 45 ? minute + 15 : minute))
            for (isHome, chance) in [(true, 15), (false, 12)]
            where Int.random(in: 0..<900, using: &random) < chance {
                turns.append(Turn(second: second, isHome: isHome, points: 1))
            }
        }
        return turns
    }

    /// Touchdowns and field goals, at any time of three hours.
    private static func football(_ score: Score, _ random: inout SeededGenerator) -> [Turn] {
        var turns: [Turn] = []
        for (isHome, points) in [(true, score.home), (false, score.away)] {
            for part in parts(of: points) {
                let second = Int64.random(in: 120...10_800, using: &random)
                turns.append(Turn(second: second, isHome: isHome, points: part))
            }
        }
        return turns
    }

    private static func parts(of points: Int) -> [Int] {
        let small = (0...2).first { points >= 3 * $0 && (points - 3 * $0).isMultiple(of: 7) } ?? 0
        let (large, rest) = (points - 3 * small).quotientAndRemainder(dividingBy: 7)
        return Array(repeating: 3, count: small) + Array(repeating: 7, count: large)
            + (rest > 0 ? [rest] : [])
    }

    /// Around what the lines expect.
    package static func footballScore(of id: String, _ markets: [SourceMarket]) -> Score {
        var random = SeededGenerator(seed: 0, text: "result \(id)")
        func line(_ kind: MarketKind, _ fallback: Double) -> Double {
            markets.first { $0.kind == kind }?.line?.points ?? fallback
        }
        // The sum of three has a peak in the middle, as real results have.
        func deviation() -> Int {
            (0..<3).reduce(0) { sum, _ in sum + Int.random(in: -7...7, using: &random) }
        }
        let margin = Int(-line(.spread, 0)) + deviation()
        let total = max(Int(line(.total, 44)) + deviation(), abs(margin) + 6)
        let home = (total + margin) / 2
        // No one scores a single point.
        func possible(_ points: Int) -> Int { points == 1 ? 3 : max(points, 0) }
        return Score(home: possible(home), away: possible(total - home))
    }
}
