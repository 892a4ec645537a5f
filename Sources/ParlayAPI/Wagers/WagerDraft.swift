/// The body of `POST /wagers/` and of `PUT /wagers/{id}/`, which replaces an open wager as a whole. Code with a clock
/// and the tenant's settings checks the time and the category.
public struct WagerDraft: RequestBody, Codable, Hashable {
    /// The bet in one line.
    public var name: String
    public var description: String
    /// What the loser pays the winner: 1 to 100,000,000.
    public var amountCents: Int64
    /// One to three, all different. In JSON, `category` may stand for the only one.
    public var categories: [String]
    /// Where it takes place; `nil` if that does not matter.
    public var place: Place?
    /// Until when it can be taken; `nil` for always.
    public var closesAt: Timestamp?
    /// Who can see and take it.
    public var audience: Wager.Audience
    /// With the audience `account`, and only then.
    public var audienceUsername: String?

    /// - Parameter moreCategories: up to two besides `category`.
    public init(
        name: String,
        description: String = "",
        amountCents: Int64,
        category: String,
        moreCategories: [String] = [],
        place: Place? = nil,
        closesAt: Timestamp? = nil,
        audience: Wager.Audience = .public,
        audienceUsername: String? = nil
    ) {
        self.name = name
        self.description = description
        self.amountCents = amountCents
        categories = [category] + moreCategories
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
    package static let category = BodyField<String>.text(
        "category",
        1...50,
        "One of `GET /categories/`. Required without `categories`; with them, the first of them."
    )
    .optional
    package static let categories = BodyField<[String]>.list(
        "categories",
        1...3,
        of: .text("", 1...50),
        "Up to three of `GET /categories/`."
    )
    .checked("Categories must be different.") { Set($0).count == $0.count }
    .optional
    static let place = BodyField<Place>.object("place", as: Place.self, "The place of the wager.").optional
    package static let closesAt = BodyField<Timestamp>.timestamp(
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
    package static let audienceUsername = BodyField<String>
        .text(
            "audience_username",
            1...150,
            "The person it is addressed to; only with the audience `account`, and required there."
        ).optional

    package init(reading body: inout BodyReader) {
        name = body.read(Self.name)
        description = body.read(Self.description)
        amountCents = body.read(Self.amountCents)
        categories = Self.readCategories(&body)
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

    private static func readCategories(_ body: inout BodyReader) -> [String] {
        let first = body.read(category)
        let all = body.read(categories)
        guard body.isValid(category), body.isValid(categories) else { return all ?? first.map { [$0] } ?? [] }
        if first == nil && all == nil { body.refuse(category, "This field is required.") }
        if let first, let all, all.first != first {
            body.refuse(category, "With categories, this must be the first of them.")
        }
        return all ?? first.map { [$0] } ?? []
    }

    /// Refuses the categories in the field that has them.
    package static func refuseCategories(_ sentence: String, in body: inout BodyReader) {
        if body.has(categories) {
            if body.isValid(categories) { body.refuse(categories, sentence) }
        } else if body.isValid(category) {
            body.refuse(category, sentence)
        }
    }

    // MARK: JSON

    enum CodingKeys: String, CodingKey {
        case name
        case description
        case amountCents = "amount_cents"
        case category
        case categories
        case place
        case closesAt = "closes_at"
        case audience
        case audienceUsername = "audience_username"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        description = try container.decodeIfPresent(String.self, forKey: .description) ?? ""
        amountCents = try container.decode(Int64.self, forKey: .amountCents)
        categories =
            try container.decodeIfPresent([String].self, forKey: .categories)
            ?? [container.decode(String.self, forKey: .category)]
        place = try container.decodeIfPresent(Place.self, forKey: .place)
        closesAt = try container.decodeIfPresent(Timestamp.self, forKey: .closesAt)
        audience = try container.decodeIfPresent(Wager.Audience.self, forKey: .audience) ?? .public
        audienceUsername = try container.decodeIfPresent(String.self, forKey: .audienceUsername)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(description, forKey: .description)
        try container.encode(amountCents, forKey: .amountCents)
        // Servers before 0.2 know no other.
        if let category = categories.first, categories.count == 1 {
            try container.encode(category, forKey: .category)
        } else {
            try container.encode(categories, forKey: .categories)
        }
        try container.encodeIfPresent(place, forKey: .place)
        try container.encodeIfPresent(closesAt, forKey: .closesAt)
        try container.encode(audience, forKey: .audience)
        try container.encodeIfPresent(audienceUsername, forKey: .audienceUsername)
    }
}
