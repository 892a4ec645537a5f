/// A friendly bet between two people.
public struct Wager: Codable, Hashable, Sendable, JSONWritable {
    /// To whom an open wager is offered.
    public enum Audience: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case `public`
        /// The challenger's friends, at the moment of the call.
        case friends
        /// One account, that of `audienceUsername`.
        case account
    }

    public var id: Int64
    public var name: String
    public var description: String
    public var amountCents: Int64
    public var category: String
    /// Who posed it.
    public var challenger: Person
    /// Who took it; `nil` until somebody has.
    public var challengee: Person?
    public var status: Extensible<WagerStatus>
    /// `nil` until it is decided.
    public var winner: Extensible<WagerParty>?
    /// What a party said first about who has won; the other agrees, says the opposite, or has 72 hours.
    public var claim: WagerClaim?
    /// The party that would call it off.
    public var cancelRequestedBy: Extensible<WagerParty>?
    /// Whom both parties named to decide in case of a dispute.
    public var arbiter: Person?
    public var place: Place?
    /// From where the caller looks; only in lists that ask for wagers nearby.
    public var distanceKm: Double?
    public var openedAt: Timestamp
    public var takenAt: Timestamp?
    public var completedAt: Timestamp?
    public var confirmedAt: Timestamp?
    /// Until when it may be taken; `nil` for always.
    public var closesAt: Timestamp?
    public var audience: Extensible<Audience>
    /// To whom it is addressed; `nil` unless the audience is one account.
    public var audienceUsername: String?
    /// How the loser said to pay.
    public var paymentMethod: Extensible<PaymentMethod>?
    /// What the caller gave the other, 1–5.
    public var myRating: Int?

    public init(
        id: Int64,
        name: String,
        description: String = "",
        amountCents: Int64,
        category: String,
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
        myRating: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.amountCents = amountCents
        self.category = category
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
    }

    enum CodingKeys: String, CodingKey {
        case id
        case name
        case description
        case amountCents = "amount_cents"
        case category
        case challenger
        case challengee
        case status
        case winner
        case claim
        case cancelRequestedBy = "cancel_requested_by"
        case arbiter
        case place
        case distanceKm = "distance_km"
        case openedAt = "opened_at"
        case takenAt = "taken_at"
        case completedAt = "completed_at"
        case confirmedAt = "confirmed_at"
        case closesAt = "closes_at"
        case audience
        case audienceUsername = "audience_username"
        case paymentMethod = "payment_method"
        case myRating = "my_rating"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.id, id)
            writer.member(CodingKeys.name, name)
            writer.member(CodingKeys.description, description)
            writer.member(CodingKeys.amountCents, amountCents)
            writer.member(CodingKeys.category, category)
            writer.member(CodingKeys.challenger, challenger)
            writer.member(CodingKeys.challengee, challengee)
            writer.member(CodingKeys.status, status)
            writer.member(CodingKeys.winner, winner)
            writer.member(CodingKeys.claim, claim)
            writer.member(CodingKeys.cancelRequestedBy, cancelRequestedBy)
            writer.member(CodingKeys.arbiter, arbiter)
            writer.member(CodingKeys.place, place)
            writer.member(CodingKeys.distanceKm, distanceKm)
            writer.member(CodingKeys.openedAt, openedAt)
            writer.member(CodingKeys.takenAt, takenAt)
            writer.member(CodingKeys.completedAt, completedAt)
            writer.member(CodingKeys.confirmedAt, confirmedAt)
            writer.member(CodingKeys.closesAt, closesAt)
            writer.member(CodingKeys.audience, audience)
            writer.member(CodingKeys.audienceUsername, audienceUsername)
            writer.member(CodingKeys.paymentMethod, paymentMethod)
            writer.member(CodingKeys.myRating, myRating)
        }
    }
}

/// How far a wager is. The raw value is stored in rows and never renamed.
public enum WagerStatus: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case open
    /// Somebody took it.
    case active
    /// Decided, and not yet known to be paid.
    case completed
    /// The parties say opposite things; an arbiter or a moderator decides.
    case disputed
    /// The winner said that it was paid.
    case confirmed
    /// Called off by both, or void.
    case cancelled
    /// Nobody took it in time.
    case expired
}

/// One of the two people of a wager. The raw value is stored in rows and never renamed.
public enum WagerParty: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Who posed it.
    case challenger
    /// Who took it.
    case challengee
}

/// What a party says about who has won.
public struct WagerClaim: Codable, Hashable, Sendable, JSONWritable {
    /// Who says it.
    public var by: Extensible<WagerParty>
    public var winner: Extensible<WagerParty>
    public var at: Timestamp

    public init(by: WagerParty, winner: WagerParty, at: Timestamp) {
        self.by = Extensible(by)
        self.winner = Extensible(winner)
        self.at = at
    }

    enum CodingKeys: String, CodingKey {
        case by
        case winner
        case at
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.by, by)
            writer.member(CodingKeys.winner, winner)
            writer.member(CodingKeys.at, at)
        }
    }
}

/// How a loser pays. The raw value is stored in rows and never renamed.
public enum PaymentMethod: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case venmo
    case cash
}
