/// The body of `POST /admin/markets/`.
public struct MarketDraft: RequestBody, Hashable {
    /// The event that it is about.
    public var eventID: Int64 = 0
    /// What it is about, which decides its sides.
    public var kind: MarketKind = .moneyline
    /// The home handicap of a spread, the total of a total, else `nil`.
    public var line: MarketLine?
    /// The part of the game that counts.
    public var period: MarketPeriod = .full
    /// One for each side of the kind, in any order.
    public var outcomes: [OutcomeDraft] = []

    public init(
        eventID: Int64,
        kind: MarketKind,
        line: MarketLine? = nil,
        period: MarketPeriod = .full,
        outcomes: [OutcomeDraft]
    ) {
        self.eventID = eventID
        self.kind = kind
        self.line = line
        self.period = period
        self.outcomes = outcomes
    }

    package static let eventID = BodyField<Int64>.id("event_id", "The event it is about.")
    static let kind = BodyField<MarketKind>.choice("kind", of: MarketKind.self, "What it is about.")
    static let line = BodyField<MarketLine>.line(
        "line",
        "The handicap of the home team for a spread, the total for a total. Required for these, and only there."
    )
    .optional
    static let period = BodyField<MarketPeriod>
        .choice("period", of: MarketPeriod.self, "The part of the game that counts; only the whole game.")
        .defaulting(to: .full)
    static let outcomes = BodyField<[OutcomeDraft]>.list(
        "outcomes",
        2...3,
        of: .object("", as: OutcomeDraft.self),
        "One for each side: `away` and `home`; `home`, `draw` and `away` of a `match_result`; `over` and `under`."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.eventID, &eventID)
        body.field(Self.kind, &kind)
        body.field(Self.line, &line)
        body.field(Self.period, &period)
        body.field(Self.outcomes, &outcomes)
        body.check { body in
            guard body.isValid(Self.kind) else { return }
            checkLine(&body)
            checkOutcomes(&body)
        }
    }

    package static func lineRule(of kind: MarketKind) -> FieldRule {
        FieldRule("lineAboveZero", "The line of a \(kind.rawValue) must be above 0.")
    }

    private static let kindsWithLine = MarketKind.allCases.filter(\.hasLine).map(\.rawValue)
        .joined(separator: " or a ")

    private func checkLine(_ body: inout BodyReader) {
        guard body.isValid(Self.line) else { return }
        guard let line else {
            if kind.hasLine {
                body.refuse(Self.line, FieldRule("lineNeeded", "A \(kind.rawValue) needs a line."))
            }
            return
        }
        if !kind.hasLine {
            body.refuse(Self.line, FieldRule("noLine", "Only a \(Self.kindsWithLine) has a line."))
        } else if !kind.permits(line) {
            body.refuse(Self.line, Self.lineRule(of: kind))
        }
    }

    private func checkOutcomes(_ body: inout BodyReader) {
        guard body.isValid(Self.outcomes) else { return }
        guard outcomes.map(\.side.rawValue).sorted() == kind.sides.map(\.rawValue).sorted() else {
            let sides = kind.sides.map(\.rawValue).joined(separator: ", ")
            body.refuse(
                Self.outcomes,
                FieldRule("eachSideOnce", "Must have each side of a \(kind.rawValue) once: \(sides).")
            )
            return
        }
        guard body.isValid(Self.line) else { return }
        for (position, outcome) in outcomes.enumerated() {
            guard let own = outcome.line, own != kind.line(of: outcome.side, in: line) else { continue }
            body.refuse(
                Self.outcomes,
                at: position,
                OutcomeDraft.line,
                FieldRule("lineOfMarket", "Does not agree with the market's line.")
            )
        }
    }
}

/// One side of a new market.
public struct OutcomeDraft: RequestBody, Hashable {
    /// One of the kind's sides.
    public var side: OutcomeSide = .home
    /// `nil` for the default; see `OutcomeSide.name`.
    public var name: String?
    /// What a bet on it pays.
    public var price: AmericanPrice = .assumed
    /// `nil`, or what follows from the market's line.
    public var line: MarketLine?

    public init(side: OutcomeSide, name: String? = nil, price: AmericanPrice, line: MarketLine? = nil) {
        self.side = side
        self.name = name
        self.price = price
        self.line = line
    }

    static let side = BodyField<OutcomeSide>.choice("side", of: OutcomeSide.self, "The side of the market.")
    static let name = BodyField<String>.name(
        "name",
        1...120,
        "The name to show; by default the team, `Draw`, or a text such as `Over 44.5`."
    )
    .optional
    static let price = BodyField<AmericanPrice>.price("price", "In American form, with its sign.")
    static let line = BodyField<MarketLine>
        .line("line", "Follows from the market's line: of the away team, the opposite. It may be sent.")
        .optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.side, &side)
        body.field(Self.name, &name)
        body.field(Self.price, &price)
        body.field(Self.line, &line)
    }
}

extension OutcomeSide {
    /// The name of an outcome that was given none: the team, `Draw`, `Over 44.5`.
    public func name(home: String, away: String, line: MarketLine?) -> String {
        let total = line.map { " \($0.text)" } ?? ""
        return switch self {
        case .home: home
        case .away: away
        case .draw: "Draw"
        case .over: "Over\(total)"
        case .under: "Under\(total)"
        }
    }
}

/// The body of `PATCH /admin/markets/{id}/`.
public struct MarketUpdate: RequestBody, Hashable {
    /// The states that an admin can set.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case open
        case suspended
        case void
    }

    /// `suspended` takes no more bets; `void` pays the stakes back, and is final.
    public var status: Change<Status> = .keep
    /// Only while there are no bets, and only of a kind that has a line.
    public var line: Change<MarketLine> = .keep

    /// An update that changes nothing.
    public init() {}

    static let status = BodyField<Status>.choice(
        "status",
        of: Status.self,
        "`suspended` takes no more bets; `void` pays the stakes back."
    )
    package static let line = BodyField<MarketLine>.line("line", "Only while there are no bets.")

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.status, &status)
        body.field(Self.line, &line)
    }
}

/// The body of `PATCH /admin/outcomes/{id}/`.
public struct OutcomeUpdate: RequestBody, Hashable {
    /// The states that an admin can set.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case active
        case suspended
    }

    /// What new bets pay; placed bets keep their price.
    public var price: Change<AmericanPrice> = .keep
    /// `suspended` takes no more bets on this side.
    public var status: Change<Status> = .keep

    /// An update that changes nothing.
    public init() {}

    static let price = BodyField<AmericanPrice>.price("price", "In American form, with its sign.")
    static let status = BodyField<Status>.choice(
        "status",
        of: Status.self,
        "`suspended` takes no more bets on this side."
    )

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.price, &price)
        body.field(Self.status, &status)
    }
}
