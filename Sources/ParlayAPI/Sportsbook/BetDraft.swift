/// The body of `POST /bets/`: a single, or a parlay of 2–12 legs from different events. The service checks the limits of
/// the tenant, the events and the prices.
public struct BetDraft: RequestBody, Hashable {
    /// One for a single, 2–12 of different events for a parlay.
    public var legs: [LegDraft] = []
    /// More than 0. The tenant's settings limit it further.
    public var stakeCents: Int64 = 0
    /// What to do if a price has moved.
    public var accept: PriceAcceptance = .exact

    public init(legs: [LegDraft], stakeCents: Int64, accept: PriceAcceptance = .exact) {
        self.legs = legs
        self.stakeCents = stakeCents
        self.accept = accept
    }

    package static let legs = BodyField<[LegDraft]>.list(
        "legs",
        1...12,
        of: .object("", as: LegDraft.self),
        "One outcome for a single; 2 to 12 of different events for a parlay."
    )
    /// The largest stake that a tenant's settings can allow.
    public static let largestStakeCents: Int64 = 1_000_000_000
    package static let stakeCents = BodyField<Int64>.integer(
        "stake_cents",
        1...largestStakeCents,
        "The stake, in cents. The tenant's settings limit it further."
    )
    static let accept = BodyField<PriceAcceptance>
        .choice(
            "accept",
            of: PriceAcceptance.self,
            "If a price has moved: `exact` refuses the bet, `better` takes a price that pays more, `any` takes any."
        )
        .defaulting(to: .exact)

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.legs, &legs)
        body.field(Self.stakeCents, &stakeCents)
        body.field(Self.accept, &accept)
    }
}

/// An outcome to bet on, and the price that the caller saw.
public struct LegDraft: RequestBody, Hashable {
    /// The outcome to bet on.
    public var outcomeID: Int64 = 0
    /// The price that the person saw.
    public var price: AmericanPrice = .assumed

    public init(outcomeID: Int64, price: AmericanPrice) {
        self.outcomeID = outcomeID
        self.price = price
    }

    package static let outcomeID = BodyField<Int64>.id("outcome_id", "The outcome to bet on.")
    static let price = BodyField<AmericanPrice>.price("price", "The price that the person saw.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.outcomeID, &outcomeID)
        body.field(Self.price, &price)
    }
}

/// A leg whose price is no longer the one that the bet named: an element of `legs` in the problem `price_changed`.
public struct MovedPrice: Resource, Hashable {
    /// The outcome of the leg.
    public var outcomeID: Int64
    /// The price now.
    public var price: AmericanPrice
    /// The price now in decimal form, for display.
    public var priceDecimal: DecimalPrice
    /// The price that the bet named.
    public var asked: AmericanPrice

    public init(outcomeID: Int64, price: AmericanPrice, asked: AmericanPrice) {
        self.outcomeID = outcomeID
        self.price = price
        self.priceDecimal = price.decimal
        self.asked = asked
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("outcome_id", &outcomeID, "The outcome.")
        object.member("price", &price, "The price now, in American form.")
        object.member("price_decimal", &priceDecimal, "The price now, in decimal form.")
        object.member("asked", &asked, "The price that the bet named.")
    }

    /// For the member `legs` of the problem.
    package var json: JSONValue {
        [
            "outcome_id": .integer(outcomeID), "price": .string(price.text),
            "price_decimal": .number(priceDecimal.json), "asked": .string(asked.text),
        ]
    }
}

extension MovedPrice {
    package static var schemaSummary: String { "A leg whose price has moved." }

    package static var example: MovedPrice {
        MovedPrice(outcomeID: 1203, price: .assumed, asked: .example)
    }
}
