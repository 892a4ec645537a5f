/// A bet as admins see it: with the person who placed it.
public struct PlacedBet: Resource, Hashable {
    /// As the person who placed it sees it.
    public var bet: Bet
    /// Who placed it.
    public var person: Person

    /// A bet with the person who placed it.
    public init(_ bet: Bet, by person: Person) {
        self.bet = bet
        self.person = person
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.members(of: &bet)
        object.member("person", &person, "Who placed it.")
    }
}

extension PlacedBet {
    package static var schemaSummary: String { "A bet with the person who placed it." }

    package static var example: PlacedBet { PlacedBet(.example, by: .dora) }
}

/// The bets on an event, for admins: a page of them, and what all open ones may cost.
public struct EventBets: Resource, Hashable {
    /// Bets with a leg on the event, newest first.
    public var items: [PlacedBet]
    /// Of all open bets on the event, whichever page this is. Outcomes without one are left out.
    public var exposure: [OutcomeExposure]
    /// For `?cursor=`; `nil` on the last page.
    public var nextCursor: String?

    public init(items: [PlacedBet], exposure: [OutcomeExposure], nextCursor: String? = nil) {
        self.items = items
        self.exposure = exposure
        self.nextCursor = nextCursor
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("items", &items, "Bets with a leg on the event, newest first.", element: "A bet.")
        object.member(
            "exposure",
            &exposure,
            "What all open bets on the event add up to, for each outcome that has any.",
            element: "An outcome with open bets."
        )
        object.member("next_cursor", &nextCursor, "For `cursor`; `null` on the last page.")
    }
}

extension EventBets {
    package static var schemaSummary: String { "The bets on an event." }

    package static var example: EventBets { EventBets(items: [.example], exposure: [.example]) }
}

/// What the open bets on an outcome add up to. A parlay counts with its whole stake and its whole payout.
public struct OutcomeExposure: Resource, Hashable {
    /// An outcome of one of the event's markets.
    public var outcomeID: Int64
    /// The stakes of the open bets on it.
    public var stakeCents: Int64
    /// What they pay if every leg of each is won, the stakes included.
    public var payoutCents: Int64

    public init(outcomeID: Int64, stakeCents: Int64, payoutCents: Int64) {
        self.outcomeID = outcomeID
        self.stakeCents = stakeCents
        self.payoutCents = payoutCents
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("outcome_id", &outcomeID, "The outcome.")
        object.member("stake_cents", &stakeCents, "The stakes of the open bets on it, in cents.")
        object.member(
            "payout_cents",
            &payoutCents,
            "What these bets pay if all of their legs are won, the stakes included, in cents."
        )
    }
}

extension OutcomeExposure {
    package static var schemaSummary: String { "What the open bets on an outcome add up to." }

    package static var example: OutcomeExposure {
        OutcomeExposure(outcomeID: 1203, stakeCents: 250_000, payoutCents: 477_250)
    }
}
