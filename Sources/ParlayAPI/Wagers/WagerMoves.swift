/// The body of `POST /wagers/{id}/complete/`: the caller's report of who won.
public struct WagerResult: RequestBody, Hashable {
    /// The side that won.
    public var winner: WagerParty = .challenger

    public init(winner: WagerParty) { self.winner = winner }

    static let winner = BodyField<WagerParty>.choice("winner", of: WagerParty.self, "The side that won.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.winner, &winner)
    }
}

/// The body of `PUT /wagers/{id}/arbiter/`: the arbiter that the caller names.
public struct ArbiterChoice: RequestBody, Hashable {
    /// A third person; neither of the two parties.
    public var username: String = ""

    public init(username: String) { self.username = username }

    package static let username = BodyField<String>.text(
        "username",
        1...150,
        "The username of the arbiter, who must not be a party."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.username, &username)
    }
}

/// The body of `POST /wagers/{id}/arbitrate/`: how a dispute ends.
public struct WagerDecision: RequestBody, Hashable {
    /// `nil`: void, as if there had been no wager.
    public var winner: WagerParty?
    /// Sent to both parties; empty for none.
    public var reason: String = ""

    public init(winner: WagerParty?, reason: String = "") {
        self.winner = winner
        self.reason = reason
    }

    private enum Fields {
        static let winner = BodyField<WagerParty>.choice(
            "winner",
            of: WagerParty.self,
            "The side that won."
        ).optional
        static let void = BodyField<Bool>.boolean("void", "Ends the wager without a winner.")
            .checked(.isTrue) { $0 }.optional
        static let reason = BodyField<String>.text("reason", 0...500, "Both parties get this reason.")
            .defaulting(to: "")
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        var void = winner == nil ? true : nil
        body.field(Fields.winner, &winner)
        body.field(Fields.void, &void)
        body.field(Fields.reason, &reason)
        body.check { body in
            if body.has(Fields.winner) == body.has(Fields.void) {
                body.refuse(
                    Fields.winner,
                    FieldRule("winnerOrVoid", "Send either a winner or void.")
                )
            }
        }
    }
}

/// The body of `POST /admin/wagers/{id}/void/`.
public struct WagerVoid: RequestBody, Hashable {
    /// Sent to both parties.
    public var reason: String = ""

    public init(reason: String) { self.reason = reason }

    static let reason = BodyField<String>.text("reason", 1...500, "Both parties get this reason.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.reason, &reason)
    }
}

/// The body of `POST /wagers/{id}/pay/`.
public struct PaymentRequest: RequestBody, Hashable {
    /// `cash` stops the reminders.
    public var method: PaymentMethod = .cash

    public init(method: PaymentMethod) { self.method = method }

    static let method = BodyField<PaymentMethod>.choice(
        "method",
        of: PaymentMethod.self,
        "`cash` stops the reminders."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.method, &method)
    }
}

/// Payment instructions: the answer to `POST /wagers/{id}/pay/`. The money moves outside of Parlay; the winner
/// confirms that it arrived.
public struct PaymentGuide: Resource, Hashable {
    /// What the loser chose.
    public var method: Extensible<PaymentMethod>
    /// Opens the Venmo app with everything filled in; `nil` for cash.
    public var appURL: String?
    /// The same in a browser.
    public var webURL: String?
    /// What the loser pays the winner.
    public var amountCents: Int64
    /// The text of the payment.
    public var note: String

    public init(
        method: PaymentMethod,
        appURL: String? = nil,
        webURL: String? = nil,
        amountCents: Int64,
        note: String
    ) {
        self.method = Extensible(method)
        self.appURL = appURL
        self.webURL = webURL
        self.amountCents = amountCents
        self.note = note
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("method", &method, "The payment method.")
        object.member("app_url", &appURL, "A link that opens the Venmo app; `null` for cash.")
        object.member("web_url", &webURL, "The same link for a browser.")
        object.member("amount_cents", &amountCents, "The amount to pay, in cents.", range: 1...100_000_000)
        object.member("note", &note, "The text of the payment.")
    }
}

extension PaymentGuide {
    package static var schemaSummary: String { "How the loser pays." }

    package static var example: PaymentGuide {
        let query = "amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29"
        return PaymentGuide(
            method: .venmo,
            appURL: "venmo://paycharge?txn=pay&recipients=ada-arendt&\(query)",
            webURL: "https://venmo.com/ada-arendt?txn=pay&\(query)",
            amountCents: 2_000,
            note: "Chess in the park (Parlay)"
        )
    }
}

/// The body of `POST /wagers/{id}/confirm/`.
public struct PaymentConfirmation: RequestBody, Hashable {
    /// `false`: no money arrived, and the reminders start again.
    public var paid: Bool = false

    public init(paid: Bool) { self.paid = paid }

    static let paid = BodyField<Bool>.boolean(
        "paid",
        "`true`: the money arrived. `false`: it did not, and the reminders start again."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.paid, &paid)
    }
}

/// The body of `POST /wagers/{id}/rate/`.
public struct WagerRating: RequestBody, Hashable {
    /// 1–5
    public var rating: Int64 = 0
    /// 1–500 characters; `nil` without one.
    public var comment: String?

    public init(rating: Int64, comment: String? = nil) {
        self.rating = rating
        self.comment = comment
    }

    static let rating = BodyField<Int64>.integer("rating", 1...5, "5 is best.")
    static let comment = BodyField<String>.text("comment", 1...500, "A comment.").optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.rating, &rating)
        body.field(Self.comment, &comment)
    }
}
