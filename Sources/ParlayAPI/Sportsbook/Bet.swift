/// A bet of the caller: a single, or a parlay of up to twelve legs.
public struct Bet: Resource, Hashable {
    public var id: Int64
    /// One for a single, 2–12 for a parlay.
    public var legs: [BetLeg]
    /// Left the wallet when the bet was placed.
    public var stakeCents: Int64
    /// Of all legs together, when the bet was placed.
    public var priceDecimal: DecimalPrice
    /// What it pays if every leg is won, the stake included.
    public var potentialPayoutCents: Int64
    /// `nil` until it is settled.
    public var payoutCents: Int64?
    /// `open` until every leg has a result, or one is lost.
    public var status: Extensible<BetStatus>
    /// When it was placed.
    public var placedAt: Timestamp
    /// When it was last settled; `nil` while it is open.
    public var settledAt: Timestamp?

    public init(
        id: Int64,
        legs: [BetLeg],
        stakeCents: Int64,
        priceDecimal: DecimalPrice,
        potentialPayoutCents: Int64,
        payoutCents: Int64? = nil,
        status: BetStatus = .open,
        placedAt: Timestamp,
        settledAt: Timestamp? = nil
    ) {
        self.id = id
        self.legs = legs
        self.stakeCents = stakeCents
        self.priceDecimal = priceDecimal
        self.potentialPayoutCents = potentialPayoutCents
        self.payoutCents = payoutCents
        self.status = Extensible(status)
        self.placedAt = placedAt
        self.settledAt = settledAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The bet's id.")
        object.member("legs", &legs, "One for a single, 2 to 12 for a parlay.", element: "A leg of the bet.")
        object.member("stake_cents", &stakeCents, "The stake, in cents.")
        object.member("price_decimal", &priceDecimal, "The price of all legs together, in decimal form.")
        object.member(
            "potential_payout_cents",
            &potentialPayoutCents,
            "The payout if every leg is won, including the stake, in cents."
        )
        object.member("payout_cents", &payoutCents, "The payout, in cents; `null` until it is settled.")
        object.member(
            "status",
            &status,
            "`won` pays more than the stake, `pushed` the stake, `lost` less; `void` if every leg is."
        )
        object.member("placed_at", &placedAt, "When it was placed.")
        object.member("settled_at", &settledAt, "When it was settled.")
    }
}

extension Bet {
    package static var schemaSummary: String { "A bet: a single or a parlay." }

    package static var example: Bet {
        Bet(
            id: 9001,
            legs: [.example],
            stakeCents: 10_000,
            priceDecimal: AmericanPrice.assumed.decimal,
            potentialPayoutCents: 19_090,
            payoutCents: 19_090,
            status: .won,
            placedAt: .exampleHour,
            settledAt: .exampleLater
        )
    }
}

/// One outcome that a bet is on.
public struct BetLeg: Resource, Hashable {
    /// The outcome that the leg is on.
    public var outcomeID: Int64
    /// The event of the outcome.
    public var eventID: Int64
    /// The game, as it is now.
    public var event: BetEvent
    /// The outcome's name, such as a team or `Over 44.5`.
    public var name: String
    /// The side of the market.
    public var side: Extensible<OutcomeSide>
    /// What the market is about.
    public var kind: Extensible<MarketKind>
    /// The line of its side.
    public var line: MarketLine?
    /// The price at which the bet was placed.
    public var price: AmericanPrice
    /// That price in decimal form, for display.
    public var priceDecimal: DecimalPrice
    /// `pending` until the event is settled.
    public var result: Extensible<LegResult>

    public init(
        outcomeID: Int64,
        event: BetEvent,
        name: String,
        side: OutcomeSide,
        kind: MarketKind,
        line: MarketLine? = nil,
        price: AmericanPrice,
        result: LegResult = .pending
    ) {
        self.outcomeID = outcomeID
        self.eventID = event.id
        self.event = event
        self.name = name
        self.side = Extensible(side)
        self.kind = Extensible(kind)
        self.line = line
        self.price = price
        self.priceDecimal = price.decimal
        self.result = Extensible(result)
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("outcome_id", &outcomeID, "The outcome that the leg is on.")
        object.member("event_id", &eventID, "The event of the outcome.")
        object.member("event", &event, "The game, as it is now.")
        object.member("name", &name, "The name of the outcome.")
        object.member("side", &side, "The side of the market.")
        object.member("kind", &kind, "The kind of the market.")
        object.member("line", &line, "The line of this side; `null` for kinds without one.")
        object.member("price", &price, "The price when the bet was placed, in American form.")
        object.member("price_decimal", &priceDecimal, "That price in decimal form, rounded to four places.")
        object.member("result", &result, "`pending` until the event is settled.")
    }
}

extension BetLeg {
    package static var schemaSummary: String { "One outcome that a bet is on." }

    package static var example: BetLeg {
        BetLeg(
            outcomeID: 1203,
            event: .example,
            name: "Kansas City Chiefs",
            side: .home,
            kind: .spread,
            line: MarketLine(quarters: -14),
            price: .assumed,
            result: .won
        )
    }
}

/// The game that a leg is on, without its markets.
public struct BetEvent: Resource, Hashable {
    public var id: Int64
    /// The home team.
    public var home: String
    /// The away team.
    public var away: String
    /// The kick-off.
    public var startsAt: Timestamp
    /// The state of the game.
    public var status: Extensible<EventStatus>
    /// `nil` until there is a score.
    public var homeScore: Int?
    /// `nil` until there is a score.
    public var awayScore: Int?

    public init(
        id: Int64,
        home: String,
        away: String,
        startsAt: Timestamp,
        status: EventStatus = .scheduled,
        homeScore: Int? = nil,
        awayScore: Int? = nil
    ) {
        self.id = id
        self.home = home
        self.away = away
        self.startsAt = startsAt
        self.status = Extensible(status)
        self.homeScore = homeScore
        self.awayScore = awayScore
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The event's id.")
        object.member("home", &home, "The home team.")
        object.member("away", &away, "The away team.")
        object.member("starts_at", &startsAt, "The start of the game.")
        object.member("status", &status, "The state of the game.")
        object.member("home_score", &homeScore, "The score of the home team; `null` until there is one.")
        object.member("away_score", &awayScore, "The score of the away team; `null` until there is one.")
    }
}

extension BetEvent {
    package static var schemaSummary: String { "The game that a leg is on." }

    package static var example: BetEvent {
        BetEvent(
            id: 118,
            home: "Kansas City Chiefs",
            away: "Buffalo Bills",
            startsAt: .example,
            status: .final,
            homeScore: 27,
            awayScore: 20
        )
    }
}
