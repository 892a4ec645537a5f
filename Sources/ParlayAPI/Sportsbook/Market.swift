/// Something to bet on about an event, with one outcome for each side.
public struct Market: Resource, Hashable {
    public var id: Int64
    /// The event that it is about.
    public var eventID: Int64
    /// What it is about, which decides its sides.
    public var kind: Extensible<MarketKind>
    /// The home handicap of a spread (−3.5 if home is favoured by 3.5), the total of a total, else `nil`.
    public var line: MarketLine?
    /// The part of the game that counts.
    public var period: Extensible<MarketPeriod>
    /// Bets are taken while it is `open`.
    public var status: Extensible<MarketStatus>
    /// Where its prices come from.
    public var prices: Extensible<PriceOrigin>
    /// In the order in which they are shown.
    public var outcomes: [Outcome]

    public init(
        id: Int64,
        eventID: Int64,
        kind: MarketKind,
        line: MarketLine? = nil,
        period: MarketPeriod = .full,
        status: MarketStatus = .open,
        prices: PriceOrigin = .quoted,
        outcomes: [Outcome]
    ) {
        self.id = id
        self.eventID = eventID
        self.kind = Extensible(kind)
        self.line = line
        self.period = Extensible(period)
        self.status = Extensible(status)
        self.prices = Extensible(prices)
        self.outcomes = outcomes
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The market's id.")
        object.member("event_id", &eventID, "The event it is about.")
        object.member("kind", &kind, "`moneyline` and `spread` have two outcomes, `match_result` has three.")
        object.member(
            "line",
            &line,
            "The handicap of the home team for a spread, the total for a total; otherwise `null`."
        )
        object.member("period", &period, "The part of the game that counts.")
        object.member("status", &status, "Bets are taken while it is `open`.")
        object.member(
            "prices",
            &prices,
            "`assumed` if the source had a line without prices, `made_up` in demos."
        )
        object.member("outcomes", &outcomes, "What can happen.", element: "An outcome to bet on.")
    }
}

extension Market {
    package static var schemaSummary: String { "Something to bet on, with its outcomes." }

    package static var example: Market {
        Market(
            id: 552,
            eventID: 118,
            kind: .spread,
            line: MarketLine(quarters: -14),
            status: .settled,
            outcomes: [
                Outcome(
                    id: 1204,
                    marketID: 552,
                    name: "Buffalo Bills",
                    side: .away,
                    price: .assumed,
                    line: MarketLine(quarters: 14),
                    status: .lost
                ),
                .example,
            ]
        )
    }
}

/// One side of a market.
public struct Outcome: Resource, Hashable {
    public var id: Int64
    /// The market that it belongs to.
    public var marketID: Int64
    /// The team, `Draw`, or a text such as `Over 44.5`.
    public var name: String
    /// The side of the market.
    public var side: Extensible<OutcomeSide>
    /// What a bet pays, unless it has moved when the bet arrives.
    public var price: AmericanPrice
    /// The price in decimal form, for display.
    public var priceDecimal: DecimalPrice
    /// The handicap of its own side, the total of a total, else `nil`.
    public var line: MarketLine?
    /// Bets are taken while it is `active`; afterwards its result.
    public var status: Extensible<OutcomeStatus>

    public init(
        id: Int64,
        marketID: Int64,
        name: String,
        side: OutcomeSide,
        price: AmericanPrice,
        line: MarketLine? = nil,
        status: OutcomeStatus = .active
    ) {
        self.id = id
        self.marketID = marketID
        self.name = name
        self.side = Extensible(side)
        self.price = price
        self.priceDecimal = price.decimal
        self.line = line
        self.status = Extensible(status)
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The outcome's id.")
        object.member("market_id", &marketID, "The market it belongs to.")
        object.member("name", &name, "The team, `Draw`, or a text such as `Over 44.5`.")
        object.member("side", &side, "The side of the market.")
        object.member("price", &price, "In American form, with its sign.")
        object.member("price_decimal", &priceDecimal, "In decimal form, rounded to four places.")
        object.member(
            "line",
            &line,
            "The handicap of this side for a spread, the total for a total; otherwise `null`."
        )
        object.member("status", &status, "Bets are taken while it is `active`; then its result.")
    }
}

extension Outcome {
    package static var schemaSummary: String { "One side of a market, with its price." }

    package static var example: Outcome {
        Outcome(
            id: 1203,
            marketID: 552,
            name: "Kansas City Chiefs",
            side: .home,
            price: .assumed,
            line: MarketLine(quarters: -14),
            status: .won
        )
    }
}
