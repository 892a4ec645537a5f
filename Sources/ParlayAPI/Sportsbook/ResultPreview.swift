/// What a decision of an admin would pay: the answer to `GET /admin/events/{id}/preview/`. Nothing is written.
public struct ResultPreview: Resource, Hashable {
    /// Bets that would be settled, settled again or opened again.
    public var bets: Int
    /// How many of them would pay more than their stake.
    public var won: Int
    /// How many would pay less than their stake.
    public var lost: Int
    /// How many would get exactly their stake back.
    public var returned: Int
    /// Open bets on the event that would stay open, because another event decides them.
    public var waiting: Int
    /// The stakes of the bets that would change.
    public var stakeCents: Int64
    /// What they would pay, the stakes included.
    public var payoutCents: Int64
    /// What an earlier result paid and this one would take back before it pays.
    public var reversedCents: Int64
    /// `false` if the event has so many bets that these figures are of the first 10,000 only.
    public var complete: Bool

    public init(
        bets: Int = 0,
        won: Int = 0,
        lost: Int = 0,
        returned: Int = 0,
        waiting: Int = 0,
        stakeCents: Int64 = 0,
        payoutCents: Int64 = 0,
        reversedCents: Int64 = 0,
        complete: Bool = true
    ) {
        self.bets = bets
        self.won = won
        self.lost = lost
        self.returned = returned
        self.waiting = waiting
        self.stakeCents = stakeCents
        self.payoutCents = payoutCents
        self.reversedCents = reversedCents
        self.complete = complete
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("bets", &bets, "Bets that would be settled, settled again or opened again.")
        object.member("won", &won, "How many of them would pay more than their stake.")
        object.member("lost", &lost, "How many of them would pay less than their stake.")
        object.member("returned", &returned, "How many of them would get exactly their stake back.")
        object.member(
            "waiting",
            &waiting,
            "Open bets on the event that would stay open, because another event decides them."
        )
        object.member("stake_cents", &stakeCents, "The stakes of the bets that would change, in cents.")
        object.member("payout_cents", &payoutCents, "What they would pay, the stakes included, in cents.")
        object.member(
            "reversed_cents",
            &reversedCents,
            "What an earlier result paid for them, and would be taken back first, in cents."
        )
        object.member(
            "complete",
            &complete,
            "`false` if the event has so many bets that the figures are of the first 10,000 only."
        )
    }
}

extension ResultPreview {
    package static var schemaSummary: String { "What a decision about an event would pay." }

    package static var example: ResultPreview {
        ResultPreview(
            bets: 12,
            won: 5,
            lost: 6,
            returned: 1,
            waiting: 2,
            stakeCents: 120_000,
            payoutCents: 105_450
        )
    }
}
