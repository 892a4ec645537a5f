import ParlayAPI
import Testing

@testable import Sportsbook

struct MarketRuleTests {
    private func grade(_ kind: MarketKind, _ line: Double?, _ home: Int, _ away: Int) -> [OutcomeStatus?] {
        grade(kind, line.flatMap { MarketLine($0) }, Score(home: home, away: away))
    }

    private func grade(_ kind: MarketKind, _ line: MarketLine?, _ score: Score) -> [OutcomeStatus?] {
        kind.sides.map { kind.rule.result(of: $0, line: line, score: score) }
    }

    private static let scores = (0...8).flatMap { home in (0...8).map { Score(home: home, away: $0) } }

    /// Lines that a market of the kind can have; `nil` for a kind without lines.
    private static func lines(of kind: MarketKind) -> [MarketLine?] {
        guard kind.hasLine else { return [nil] }
        return (-40...40).compactMap { MarketLine(quarters: $0) }.filter(kind.permits)
    }

    @Test func `kinds have titles of their own, and two or three sides, as a draft takes`() {
        #expect(Set(MarketKind.allCases.map(\.rule.title)).count == MarketKind.allCases.count)
        for kind in MarketKind.allCases {
            #expect(!kind.rule.title.isEmpty)
            #expect(2...3 ~= kind.sides.count && Set(kind.sides).count == kind.sides.count, "\(kind)")
        }
    }

    /// A side that were void by every score would take bets and pay them all back.
    @Test(arguments: MarketKind.allCases)
    func `each side of a kind wins by some scores and loses by others, and no other side is graded`(
        _ kind: MarketKind
    ) {
        for side in OutcomeSide.allCases {
            let results = Self.lines(of: kind).flatMap { line in
                Self.scores.map { kind.rule.result(of: side, line: line, score: $0) }
            }
            if kind.sides.contains(side) {
                #expect(results.contains(.won) && results.contains(.lost), "\(kind) \(side)")
                let ends: Set<OutcomeStatus?> = [.won, .lost, .pushed, .halfWon, .halfLost]
                #expect(ends.isSuperset(of: results), "\(kind) \(side)")
            } else {
                #expect(results.allSatisfy { $0 == nil }, "\(kind) \(side)")
            }
        }
    }

    /// Otherwise the house would pay two sides, or none.
    @Test(arguments: MarketKind.allCases)
    func `what one side wins, the other loses, and of three exactly one wins`(_ kind: MarketKind) {
        let halves: [OutcomeStatus?: Int] = [.won: 2, .halfWon: 1, .pushed: 0, .halfLost: -1, .lost: -2]
        for line in Self.lines(of: kind) {
            for score in Self.scores {
                let sum = grade(kind, line, score).reduce(0) { $0 + (halves[$1] ?? 100) }
                #expect(sum == 2 * (2 - kind.sides.count), "\(kind) \(line?.text ?? "") \(score)")
            }
        }
    }

    @Test(arguments: MarketKind.allCases)
    func `sides have lines where the market has one`(_ kind: MarketKind) throws {
        let line = try #require(MarketLine(quarters: 10))
        for side in kind.sides {
            #expect((kind.line(of: side, in: line) != nil) == kind.hasLine)
            #expect(kind.line(of: side, in: nil) == nil)
        }
        #expect(kind.permits(line))
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
                        let results = grade(kind, line, Score(home: home, away: away)).compactMap(\.self)
                        #expect(results[1] == opposite[results[0]], "\(kind) \(line.text) \(home)-\(away)")
                    }
                }
            }
        }
    }
}
