import ParlayAPI
import Testing

@testable import Sportsbook

struct GradingTests {
    private func grade(_ kind: MarketKind, _ line: Double?, _ home: Int, _ away: Int) -> [OutcomeStatus] {
        kind.sides.map {
            Grading.result(
                of: $0,
                in: kind,
                line: line.flatMap { MarketLine($0) },
                score: Score(home: home, away: away)
            )
        }
    }

    @Test func `a moneyline goes to the winner, and a tie is a push`() {
        #expect(grade(.moneyline, nil, 21, 20) == [.lost, .won])
        #expect(grade(.moneyline, nil, 20, 21) == [.won, .lost])
        #expect(grade(.moneyline, nil, 20, 20) == [.pushed, .pushed])
    }

    @Test func `of three ways exactly one wins`() {
        #expect(grade(.matchResult, nil, 2, 1) == [.won, .lost, .lost])
        #expect(grade(.matchResult, nil, 1, 1) == [.lost, .won, .lost])
        #expect(grade(.matchResult, nil, 0, 1) == [.lost, .lost, .won])
    }

    /// Away, then home; home is favoured by a negative line.
    @Test(arguments: [
        (-3.5, 24, 20, [OutcomeStatus.lost, .won]), (-3.5, 23, 20, [.won, .lost]),
        (-3, 23, 20, [.pushed, .pushed]), (3, 20, 23, [.pushed, .pushed]), (3.5, 20, 23, [.lost, .won]),
        (0, 20, 20, [.pushed, .pushed]), (-0.25, 1, 1, [.halfWon, .halfLost]),
        (0.25, 1, 1, [.halfLost, .halfWon]),
        (-0.75, 2, 1, [.halfLost, .halfWon]), (-1.25, 2, 1, [.halfWon, .halfLost]),
        (-2.25, 4, 1, [.lost, .won]), (-2.25, 3, 1, [.halfWon, .halfLost]),
        (-2.75, 4, 1, [.halfLost, .halfWon]),
        (1.75, 0, 2, [.halfWon, .halfLost]), (1.75, 0, 1, [.lost, .won]),
    ])
    func `a spread adds the line to the home score`(
        line: Double,
        home: Int,
        away: Int,
        results: [OutcomeStatus]
    ) {
        #expect(grade(.spread, line, home, away) == results)
    }

    /// Over, then under.
    @Test(arguments: [
        (44.5, 24, 21, [OutcomeStatus.won, .lost]), (45, 24, 21, [.pushed, .pushed]),
        (45.5, 24, 21, [.lost, .won]),
        (2.25, 1, 1, [.halfLost, .halfWon]), (1.75, 1, 1, [.halfWon, .halfLost]),
        (2.75, 2, 1, [.halfWon, .halfLost]),
    ])
    func `a total compares the sum of both scores`(
        line: Double,
        home: Int,
        away: Int,
        results: [OutcomeStatus]
    ) {
        #expect(grade(.total, line, home, away) == results)
    }

    /// The opposite of one side is the other, at every line and score.
    @Test func `two sides always mirror each other`() throws {
        let opposite: [OutcomeStatus: OutcomeStatus] = [
            .won: .lost, .lost: .won, .halfWon: .halfLost, .halfLost: .halfWon, .pushed: .pushed,
        ]
        for quarters in -40...40 {
            let line = try #require(MarketLine(quarters: quarters))
            for home in 0...8 {
                for away in 0...8 {
                    for kind in [MarketKind.spread, .total] {
                        let results = kind.sides.map {
                            Grading.result(of: $0, in: kind, line: line, score: Score(home: home, away: away))
                        }
                        #expect(results[1] == opposite[results[0]], "\(kind) \(line.text) \(home)-\(away)")
                    }
                }
            }
        }
    }
}
