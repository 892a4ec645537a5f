package import ParlayAPI

/// How outcomes end by a score. Pure.
package enum Grading {
    /// - Parameters:
    ///   - line: the market's: the home handicap of a spread, the total of a total; `nil` for other kinds.
    /// - Returns: `void` for a side that the kind does not have.
    package static func result(
        of side: OutcomeSide,
        in kind: MarketKind,
        line: MarketLine?,
        score: Score
    ) -> OutcomeStatus {
        let margin = score.home - score.away
        switch (kind, side) {
        case (.moneyline, .home): return result(ahead: 4 * margin)
        case (.moneyline, .away): return result(ahead: -4 * margin)
        case (.matchResult, .home): return margin > 0 ? .won : .lost
        case (.matchResult, .away): return margin < 0 ? .won : .lost
        case (.matchResult, .draw): return margin == 0 ? .won : .lost
        case (.spread, .home): return result(ahead: 4 * margin + (line?.quarters ?? 0))
        case (.spread, .away): return result(ahead: -4 * margin - (line?.quarters ?? 0))
        case (.total, .over): return result(ahead: 4 * (score.home + score.away) - (line?.quarters ?? 0))
        case (.total, .under): return result(ahead: (line?.quarters ?? 0) - 4 * (score.home + score.away))
        default: return .void
        }
    }

    /// A quarter line is half a bet on the line a quarter below and half a bet on the one a quarter above; a quarter from
    /// zero, one half is pushed.
    ///
    /// - Parameter ahead: how far the side is ahead of its line, in quarters of a point.
    private static func result(ahead: Int) -> OutcomeStatus {
        switch ahead {
        case 0: .pushed
        case 1: .halfWon
        case -1: .halfLost
        case 2...: .won
        default: .lost
        }
    }
}
