/// The body of `POST /wagers/` and of `PUT /wagers/{id}/`, which replaces an open wager as a whole. Code with a clock
/// and the tenant's settings checks the time and the category.
public struct WagerDraft: RequestBody, Codable, Hashable {
    public var name: String
    public var description: String
    public var amountCents: Int64
    public var category: String
    public var place: Place?
    public var closesAt: Timestamp?
    public var audience: Wager.Audience
    /// With the audience `account`, and only then.
    public var audienceUsername: String?

    public init(
        name: String,
        description: String = "",
        amountCents: Int64,
        category: String,
        place: Place? = nil,
        closesAt: Timestamp? = nil,
        audience: Wager.Audience = .public,
        audienceUsername: String? = nil
    ) {
        self.name = name
        self.description = description
        self.amountCents = amountCents
        self.category = category
        self.place = place
        self.closesAt = closesAt
        self.audience = audience
        self.audienceUsername = audienceUsername
    }

    static let name = BodyField<String>.name("name", 3...80, "The bet in one line.")
    static let description = BodyField<String>.text("description", 0...2_000, "The details.").defaulting(
        to: ""
    )
    static let amountCents = BodyField<Int64>.integer(
        "amount_cents",
        1...100_000_000,
        "What the loser pays the winner, in cents."
    )
    public static let category = BodyField<String>.text("category", 1...50, "One of `GET /categories/`.")
    static let place = BodyField<Place>.object("place", as: Place.self, "The place of the wager.").optional
    public static let closesAt = BodyField<Timestamp>.timestamp(
        "closes_at",
        "The time until which it can be taken."
    )
    .optional
    static let audience = BodyField<Wager.Audience>
        .choice(
            "audience",
            of: Wager.Audience.self,
            "The people it is offered to: everybody (the default), the caller's friends, or one account."
        )
        .defaulting(to: .public)
    public static let audienceUsername = BodyField<String>
        .text(
            "audience_username",
            1...150,
            "The person it is addressed to; only with the audience `account`, and required there."
        ).optional

    public init(reading body: inout BodyReader) {
        name = body.read(Self.name)
        description = body.read(Self.description)
        amountCents = body.read(Self.amountCents)
        category = body.read(Self.category)
        place = body.read(Self.place)
        closesAt = body.read(Self.closesAt)
        audience = body.read(Self.audience)
        audienceUsername = body.read(Self.audienceUsername)
        guard body.isValid(Self.audience), body.isValid(Self.audienceUsername) else { return }
        if audience == .account && audienceUsername == nil {
            body.refuse(Self.audienceUsername, "Name the person it is addressed to.")
        }
        if audience != .account && audienceUsername != nil {
            body.refuse(Self.audienceUsername, "Only with the audience \"account\".")
        }
    }

    enum CodingKeys: String, CodingKey {
        case name
        case description
        case amountCents = "amount_cents"
        case category
        case place
        case closesAt = "closes_at"
        case audience
        case audienceUsername = "audience_username"
    }
}
