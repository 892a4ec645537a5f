/// Whose shelf others can see.
public struct PublicShelf: Resource, Hashable {
    /// Whose shelf it is.
    public var person: Person
    /// How many games are on it.
    public var games: Int
    /// When one of its games was last added or changed.
    public var updatedAt: Timestamp

    public init(person: Person, games: Int, updatedAt: Timestamp) {
        self.person = person
        self.games = games
        self.updatedAt = updatedAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("person", &person, "Whose shelf it is.")
        object.member("games", &games, "How many games are on it.")
        object.member("updated_at", &updatedAt, "When one of its games was last added or changed.")
    }
}

extension PublicShelf {
    package static var schemaSummary: String { "A person's shelf that others can see." }

    package static var example: PublicShelf { PublicShelf(person: .dora, games: 12, updatedAt: .example) }
}
