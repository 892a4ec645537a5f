/// The body of `POST /wagers/` and of `PUT /wagers/{id}/`, which replaces an open wager as a whole. Code with a clock
/// and the tenant's settings checks the time and the category.
public struct WagerDraft: RequestBody, Hashable {
    /// The bet in one line.
    public var name: String = ""
    public var description: String = ""
    /// What the loser pays the winner: 1 to 100,000,000.
    public var amountCents: Int64 = 0
    /// One to three, all different. In JSON, `category` may stand for the only one.
    public var categories: [String] = []
    /// Where it takes place; `nil` if that does not matter.
    public var place: Place?
    /// Until when it can be taken; `nil` for always.
    public var closesAt: Timestamp?
    /// Who can see and take it.
    public var audience: Wager.Audience = .public
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
    .checked(FieldRule("categoriesDiffer", "Categories must be different.")) { Set($0).count == $0.count }
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

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.name, &name)
        body.field(Self.description, &description)
        body.field(Self.amountCents, &amountCents)
        showCategories(&body)
        body.field(Self.place, &place)
        body.field(Self.closesAt, &closesAt)
        body.field(Self.audience, &audience)
        body.field(Self.audienceUsername, &audienceUsername)
        body.check { body in
            guard body.isValid(Self.audience), body.isValid(Self.audienceUsername) else { return }
            if audience == .account && audienceUsername == nil {
                body.refuse(
                    Self.audienceUsername,
                    FieldRule("addresseeNeeded", "Name the person it is addressed to.")
                )
            }
            if audience != .account && audienceUsername != nil {
                body.refuse(
                    Self.audienceUsername,
                    FieldRule("addresseeOnlyOfOne", "Only with the audience \"account\".")
                )
            }
        }
    }

    private mutating func showCategories(_ body: inout some BodyVisitor) {
        // Servers before 0.2 know only `category`.
        var first = categories.count == 1 ? categories.first : nil
        var all = first == nil ? categories : nil
        body.field(Self.category, &first)
        body.field(Self.categories, &all)
        categories = all ?? first.map { [$0] } ?? []
        body.check { body in
            guard body.isValid(Self.category), body.isValid(Self.categories) else { return }
            if first == nil && all == nil { body.refuse(Self.category, .required) }
            if let first, let all, all.first != first {
                body.refuse(
                    Self.category,
                    FieldRule("categoryIsFirst", "With categories, this must be the first of them.")
                )
            }
        }
    }

    /// Refuses the categories in the field that has them.
    package static func refuseCategories(_ rule: FieldRule, in body: inout BodyReader) {
        if body.has(categories) {
            if body.isValid(categories) { body.refuse(categories, rule) }
        } else if body.isValid(category) {
            body.refuse(category, rule)
        }
    }
}
