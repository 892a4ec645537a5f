/// What everybody who has the link of a public wager reads of it.
public struct WagerOffer: Resource, Hashable {
    public var id: Int64
    /// The bet in one line.
    public var name: String
    public var description: String
    /// What the loser pays the winner.
    public var amountCents: Int64
    /// One to three.
    public var categories: [String]
    /// What to call the person who posed it.
    public var challengerName: String
    /// Whether it can still be taken.
    public var isOpen: Bool
    /// When it was posed.
    public var openedAt: Timestamp
    /// Until when it can be taken; `nil` for always.
    public var closesAt: Timestamp?
    /// Where it takes place; `nil` if that does not matter.
    public var place: Place?

    public init(
        id: Int64,
        name: String,
        description: String,
        amountCents: Int64,
        categories: [String],
        challengerName: String,
        isOpen: Bool,
        openedAt: Timestamp,
        closesAt: Timestamp? = nil,
        place: Place? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.amountCents = amountCents
        self.categories = categories
        self.challengerName = challengerName
        self.isOpen = isOpen
        self.openedAt = openedAt
        self.closesAt = closesAt
        self.place = place
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
        object.member("categories", &categories, "One to three of the tenant's categories.")
        object.member("challenger_name", &challengerName, "The first name of the person who posed it.")
        object.member("is_open", &isOpen, "Whether it can still be taken.")
        object.member("opened_at", &openedAt, "When it was posed.")
        object.member("closes_at", &closesAt, "The time until which it can be taken.")
        object.member("place", &place, "The place of the wager.")
    }
}

extension WagerOffer {
    package static var schemaSummary: String { "A public wager as its link shows it to everybody." }

    package static var example: WagerOffer {
        WagerOffer(
            id: 4711,
            name: "Chess in the park",
            description: "Best of three, ten minutes each.",
            amountCents: 2_000,
            categories: ["Games", "Sports"],
            challengerName: "Ada",
            isOpen: true,
            openedAt: .example,
            closesAt: .exampleLater,
            place: Place(lat: 40.7308, lon: -73.9973)
        )
    }
}
