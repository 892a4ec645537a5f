/// What a kind of market is: its title, its line, its sides, and how each ends by a score. Pure.
///
/// Drafts, feeds, files, pages and the settlement ask it; a new kind is a case of `MarketKind` and a value here
/// (decision 177).
package struct MarketRule: Sendable {
    /// What the line of a market is.
    package enum Line: Sendable {
        /// Points that the home team is given; the away team's are the opposite.
        case handicap
        /// Points that both teams score, above 0; the same for both sides.
        case points

        func permits(_ line: MarketLine) -> Bool {
            switch self {
            case .handicap: true
            case .points: line > .zero
            }
        }

        func line(of side: OutcomeSide, in market: MarketLine) -> MarketLine {
            switch self {
            case .handicap: side == .away ? -market : market
            case .points: market
            }
        }
    }

    /// The end of one side by the score and the market's line, in quarters of a point; 0 for a kind without lines.
    package typealias Grading = @Sendable (LiveMessage.Score, _ line: Int) -> OutcomeStatus

    /// `Match result`
    package let title: String
    /// `nil` if its markets have none.
    package let line: Line?
    /// In the order in which they are shown.
    package let sides: [OutcomeSide]
    private let gradings: KeyValuePairs<OutcomeSide, Grading>

    private init(_ title: String, line: Line? = nil, _ gradings: KeyValuePairs<OutcomeSide, Grading>) {
        self.title = title
        self.line = line
        self.sides = gradings.map(\.key)
        self.gradings = gradings
    }

    /// - Parameter line: the market's.
    /// - Returns: `nil` for a side that the kind does not have.
    package func result(of side: OutcomeSide, line: MarketLine?, score: LiveMessage.Score) -> OutcomeStatus? {
        gradings.first { $0.key == side }?.value(score, line?.quarters ?? 0)
    }
}

extension MarketRule {
    fileprivate static let moneyline = MarketRule(
        "Moneyline",
        [.away: { score, _ in .ahead(-score.lead) }, .home: { score, _ in .ahead(score.lead) }]
    )

    fileprivate static let matchResult = MarketRule(
        "Match result",
        [
            .home: { score, _ in score.lead > 0 ? .won : .lost },
            .draw: { score, _ in score.lead == 0 ? .won : .lost },
            .away: { score, _ in score.lead < 0 ? .won : .lost },
        ]
    )

    fileprivate static let spread = MarketRule(
        "Spread",
        line: .handicap,
        [.away: { .ahead(-$0.lead - $1) }, .home: { .ahead($0.lead + $1) }]
    )

    fileprivate static let total = MarketRule(
        "Total",
        line: .points,
        [.over: { .ahead($0.sum - $1) }, .under: { .ahead($1 - $0.sum) }]
    )
}

extension LiveMessage.Score {
    /// How far the home team leads, in quarters of a point.
    fileprivate var lead: Int { 4 * (home - away) }

    /// What both teams scored, in quarters of a point.
    fileprivate var sum: Int { 4 * (home + away) }
}

extension OutcomeStatus {
    /// A quarter line is half a bet on the line a quarter below and half a bet on the one a quarter above; a quarter from
    /// zero, one half is pushed.
    ///
    /// - Parameter quarters: how far the side is ahead of its line, in quarters of a point.
    fileprivate static func ahead(_ quarters: Int) -> OutcomeStatus {
        switch quarters {
        case 0: .pushed
        case 1: .halfWon
        case -1: .halfLost
        case 2...: .won
        default: .lost
        }
    }
}

extension MarketKind {
    /// What the kind is.
    package var rule: MarketRule {
        switch self {
        case .moneyline: .moneyline
        case .matchResult: .matchResult
        case .spread: .spread
        case .total: .total
        }
    }

    /// One outcome each, in the order in which they are shown.
    public var sides: [OutcomeSide] { rule.sides }

    /// Whether its markets have a line. The line of other kinds is `nil`.
    public var hasLine: Bool { rule.line != nil }

    /// Whether a market can have the line: a total is of points that were scored, so its line is above 0.
    public func permits(_ line: MarketLine) -> Bool { rule.line?.permits(line) ?? true }

    /// The line of one side, from that of the market: of the away team of a spread, the opposite. `nil` for a kind without
    /// lines.
    public func line(of side: OutcomeSide, in market: MarketLine?) -> MarketLine? {
        market.flatMap { rule.line?.line(of: side, in: $0) }
    }
}
