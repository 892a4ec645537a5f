/// A person the caller has blocked.
public struct Block: Resource, Hashable {
    /// The blocked person.
    public var person: Person
    /// When the caller blocked them.
    public var createdAt: Timestamp

    public init(person: Person, createdAt: Timestamp) {
        self.person = person
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("person", &person, "The blocked person.")
        object.member("created_at", &createdAt, "When the caller blocked them.")
    }
}

extension Block {
    package static var schemaSummary: String { "A person the caller has blocked." }

    package static var example: Block { Block(person: .dora, createdAt: .example) }
}
