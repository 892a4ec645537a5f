/// A friendly bet between two people.
public struct Wager: Resource, Hashable {
    /// The people that an open wager is offered to.
    public enum Audience: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case `public`
        /// The challenger's friends, at the moment of the call.
        case friends
        /// One account, that of `audienceUsername`.
        case account
    }

    public var id: Int64
    /// The bet in one line.
    public var name: String
    public var description: String
    /// What the loser pays the winner.
    public var amountCents: Int64
    /// The first of `categories`.
    public var category: String
    /// One to three.
    public var categories: [String]
    /// Who posed it.
    public var challenger: Person
    /// The person who took it; `nil` while it is open.
    public var challengee: Person?
    /// What the two people can do next depends on it.
    public var status: Extensible<WagerStatus>
    /// `nil` until it is decided.
    public var winner: Extensible<WagerParty>?
    /// The first report of who won; the other party has 72 hours to agree or disagree.
    public var claim: WagerClaim?
    /// The party that asked to cancel.
    public var cancelRequestedBy: Extensible<WagerParty>?
    /// The arbiter that both parties named.
    public var arbiter: Person?
    /// Where it takes place; `nil` if that does not matter.
    public var place: Place?
    /// The distance from the caller's point; only in lists with `near`.
    public var distanceKm: Double?
    /// When it was posed.
    public var openedAt: Timestamp
    /// When it was taken; `nil` while it is open.
    public var takenAt: Timestamp?
    /// When the winner was settled; `nil` until then.
    public var completedAt: Timestamp?
    /// When the winner confirmed the payment; `nil` until then.
    public var confirmedAt: Timestamp?
    /// Until when it can be taken; `nil` for always.
    public var closesAt: Timestamp?
    /// Who can see and take it while it is open.
    public var audience: Extensible<Audience>
    /// The person it is addressed to; `nil` unless the audience is one account.
    public var audienceUsername: String?
    /// The payment method that the loser chose.
    public var paymentMethod: Extensible<PaymentMethod>?
    /// The caller's rating of the other party, 1–5.
    public var myRating: Int?
    /// When the parties disagreed about who won; `nil` if they never did.
    public var disputedAt: Timestamp?
    /// When a party asked to cancel; `nil` if it was before servers kept it.
    public var cancelRequestedAt: Timestamp?
    /// When the loser chose the payment method.
    public var paymentSaidAt: Timestamp?
    /// Who decided or cancelled it in the place of the two parties; `nil` if they did.
    public var decidedBy: Extensible<WagerJudge>?
    /// What they said to both parties; only for the parties, their arbiter and moderators, and not in lists.
    public var decisionReason: String?
    /// When it was cancelled or declined.
    public var endedAt: Timestamp?
    /// The person that the challenger wants as the arbiter; only for the two parties, and not in lists.
    public var challengerArbiterID: Int64?
    /// The person that the challengee wants as the arbiter; only for the two parties, and not in lists.
    public var challengeeArbiterID: Int64?
    /// What the caller can do next; `nil` in lists.
    public var moves: [Extensible<WagerMove>]?

    /// Whether the caller can do this next.
    public func allows(_ move: WagerMove) -> Bool { moves?.contains(Extensible(move)) ?? false }

    /// - Parameter categories: all of them, the first of which is `category`; `nil` if that is the only one.
    public init(
        id: Int64,
        name: String,
        description: String = "",
        amountCents: Int64,
        category: String,
        categories: [String]? = nil,
        challenger: Person,
        challengee: Person? = nil,
        status: WagerStatus = .open,
        winner: WagerParty? = nil,
        claim: WagerClaim? = nil,
        cancelRequestedBy: WagerParty? = nil,
        arbiter: Person? = nil,
        place: Place? = nil,
        distanceKm: Double? = nil,
        openedAt: Timestamp,
        takenAt: Timestamp? = nil,
        completedAt: Timestamp? = nil,
        confirmedAt: Timestamp? = nil,
        closesAt: Timestamp? = nil,
        audience: Audience = .public,
        audienceUsername: String? = nil,
        paymentMethod: PaymentMethod? = nil,
        myRating: Int? = nil,
        disputedAt: Timestamp? = nil,
        cancelRequestedAt: Timestamp? = nil,
        paymentSaidAt: Timestamp? = nil,
        decidedBy: WagerJudge? = nil,
        decisionReason: String? = nil,
        endedAt: Timestamp? = nil,
        challengerArbiterID: Int64? = nil,
        challengeeArbiterID: Int64? = nil,
        moves: [WagerMove]? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.amountCents = amountCents
        self.category = category
        self.categories = categories ?? [category]
        self.challenger = challenger
        self.challengee = challengee
        self.status = Extensible(status)
        self.winner = winner.map { Extensible($0) }
        self.claim = claim
        self.cancelRequestedBy = cancelRequestedBy.map { Extensible($0) }
        self.arbiter = arbiter
        self.place = place
        self.distanceKm = distanceKm
        self.openedAt = openedAt
        self.takenAt = takenAt
        self.completedAt = completedAt
        self.confirmedAt = confirmedAt
        self.closesAt = closesAt
        self.audience = Extensible(audience)
        self.audienceUsername = audienceUsername
        self.paymentMethod = paymentMethod.map { Extensible($0) }
        self.myRating = myRating
        self.disputedAt = disputedAt
        self.cancelRequestedAt = cancelRequestedAt
        self.paymentSaidAt = paymentSaidAt
        self.decidedBy = decidedBy.map { Extensible($0) }
        self.decisionReason = decisionReason
        self.endedAt = endedAt
        self.challengerArbiterID = challengerArbiterID
        self.challengeeArbiterID = challengeeArbiterID
        self.moves = moves?.map { Extensible($0) }
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The wager's id.")
        object.member("name", &name, "The bet in one line.")
        object.member("description", &description, "The details; may be empty.")
        object.member(
            "amount_cents",
            &amountCents,
            "What the loser pays the winner, in cents.",
            range: 1...100_000_000
        )
        object.member("category", &category, "The first of `categories`.")
        object.member("categories", &categories, "One to three of the tenant's categories.")
        object.member("challenger", &challenger, "The person who posed the wager.")
        object.member("challengee", &challengee, "The person who took it; `null` while it is open.")
        object.member("status", &status, "The state of the wager.")
        object.member("winner", &winner, "`null` until it is decided.")
        object.member(
            "claim",
            &claim,
            "The first report of who won. The other side has 72 hours to agree or disagree."
        )
        object.member("cancel_requested_by", &cancelRequestedBy, "The side that asked to cancel.")
        object.member("arbiter", &arbiter, "The person both sides chose to decide a dispute.")
        object.member("place", &place, "The place of the wager.")
        object.member(
            "distance_km",
            &distanceKm,
            "Distance from the point `near`; `null` without that filter."
        )
        object.member("opened_at", &openedAt, "When it was posed.")
        object.member("taken_at", &takenAt, "When someone took it.")
        object.member("completed_at", &completedAt, "When the winner was settled.")
        object.member("confirmed_at", &confirmedAt, "When the winner confirmed the payment.")
        object.member("closes_at", &closesAt, "The time until which it can be taken.")
        object.member("audience", &audience, "The people it is offered to.")
        object.member(
            "audience_username",
            &audienceUsername,
            "The person it is addressed to if the audience is `account`."
        )
        object.member("payment_method", &paymentMethod, "The payment method that the loser chose.")
        object.member("my_rating", &myRating, "The caller's rating of the other side.", range: 1...5)
        object.member("disputed_at", &disputedAt, "When the two sides disagreed about who won.")
        object.member("cancel_requested_at", &cancelRequestedAt, "When a side asked to cancel.")
        object.member("payment_said_at", &paymentSaidAt, "When the loser chose the payment method.")
        object.member(
            "decided_by",
            &decidedBy,
            "Who decided or cancelled it in the place of the two sides; `null` if they did."
        )
        object.member(
            "decision_reason",
            &decisionReason,
            "What they said to both sides; only for the sides, their arbiter and moderators, and `null` in lists."
        )
        object.member("ended_at", &endedAt, "When it was cancelled or declined.")
        object.member(
            "challenger_arbiter_id",
            &challengerArbiterID,
            "The person that the challenger wants as the arbiter; only for the two sides, and `null` in lists."
        )
        object.member(
            "challengee_arbiter_id",
            &challengeeArbiterID,
            "The person that the challengee wants as the arbiter; only for the two sides, and `null` in lists."
        )
        object.member("moves", &moves, "What the caller can do next: each is a call. `null` in lists.")
    }
}

extension Wager {
    package static var schemaSummary: String { "A friendly bet between two people." }

    package static var example: Wager {
        Wager(
            id: 4711,
            name: "Chess in the park",
            description: "Best of three, ten minutes each.",
            amountCents: 2_000,
            category: "Games",
            categories: ["Games", "Sports"],
            challenger: Person(id: 2001, username: "ada", firstName: "Ada", lastName: "Arendt"),
            challengee: Person(id: 2002, username: "bob", firstName: "Bob", lastName: "Blanco"),
            status: .completed,
            winner: .challenger,
            claim: WagerClaim(by: .challengee, winner: .challenger, at: .exampleLater),
            cancelRequestedBy: .challengee,
            arbiter: Person(id: 2003, username: "cleo", firstName: "Cleo", lastName: "Costa"),
            place: Place(lat: 40.7308, lon: -73.9973),
            distanceKm: 1.25,
            openedAt: .example,
            takenAt: .example,
            completedAt: .exampleLater,
            confirmedAt: .exampleLater,
            closesAt: .exampleLater,
            audience: .account,
            audienceUsername: "bob",
            paymentMethod: .venmo,
            myRating: 5,
            moves: [.pay]
        )
    }
}

/// The state of a wager. The raw value is stored in rows and never renamed.
public enum WagerStatus: String, CaseIterable, Codable, Hashable, MemberValue {
    case open
    /// Someone took it.
    case active
    /// Decided, and not yet known to be paid.
    case completed
    /// The parties disagree; an arbiter or a moderator decides.
    case disputed
    /// The winner confirmed the payment.
    case confirmed
    /// Cancelled by both, or voided.
    case cancelled
    /// No one took it in time.
    case expired
    /// The person it was addressed to declined it.
    case declined
}

/// One of the two people of a wager. The raw value is stored in rows and never renamed.
public enum WagerParty: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Who posed it.
    case challenger
    /// Who took it.
    case challengee
}

/// Who decided or cancelled a wager in the place of its two parties. The raw value is stored in rows and never renamed.
public enum WagerJudge: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// The person that both had named.
    case arbiter
    case moderator
    /// The people who run the app.
    case `operator`
    /// The clock: one party did not answer the other's report within 72 hours.
    case silence
}

/// One party's report of who won.
public struct WagerClaim: Resource, Hashable {
    /// The party that reported it.
    public var by: Extensible<WagerParty>
    /// The side that won according to the report.
    public var winner: Extensible<WagerParty>
    /// When it was reported.
    public var at: Timestamp

    public init(by: WagerParty, winner: WagerParty, at: Timestamp) {
        self.by = Extensible(by)
        self.winner = Extensible(winner)
        self.at = at
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("by", &by, "The side that reported it.")
        object.member("winner", &winner, "The side that won according to the report.")
        object.member("at", &at, "When it was reported.")
    }
}

extension WagerClaim {
    package static var schemaSummary: String { "The first report of who won." }

    package static var example: WagerClaim {
        WagerClaim(by: .challengee, winner: .challenger, at: .exampleLater)
    }
}

/// How a loser pays. The raw value is stored in rows and never renamed.
public enum PaymentMethod: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case venmo
    case cash
}
