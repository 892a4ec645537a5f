/// A friend of the caller, or the other person of a request.
public struct Friend: Resource, Hashable {
    /// Whether the two are friends, and if not, who asked.
    public enum State: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case friend
        /// The caller asked, and the person has not answered.
        case sent
        /// The person asked, and the caller has not answered.
        case received
    }

    /// The other person.
    public var person: Person
    /// `sent` if the caller asked, `received` if the other person did.
    public var state: Extensible<State>
    /// When the state last changed.
    public var since: Timestamp

    public init(person: Person, state: State, since: Timestamp) {
        self.person = person
        self.state = Extensible(state)
        self.since = since
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("person", &person, "The other person.")
        object.member("state", &state, "`sent` when the caller asked, `received` when the person did.")
        object.member("since", &since, "When the state last changed.")
    }
}

extension Friend {
    package static var schemaSummary: String { "A friend or a friend request." }

    package static var example: Friend { Friend(person: .dora, state: .friend, since: .example) }
}

/// The body of `POST /friends/`.
public struct FriendRequest: RequestBody, Hashable {
    /// The person to ask. If they have already asked the caller, this accepts.
    public var username: String = ""

    public init(username: String) {
        self.username = username
    }

    package static let username = BodyField.text("username", 1...150, "The username of the person to ask.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.username, &username)
    }
}
