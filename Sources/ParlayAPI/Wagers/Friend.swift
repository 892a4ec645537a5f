/// Somebody who is a friend of the caller, or is about to become one.
public struct Friend: Codable, Hashable, Sendable, JSONWritable {
    public enum State: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case friend
        /// The caller asked, and the person has not answered.
        case sent
        /// The person asked, and the caller has not answered.
        case received
    }

    public var person: Person
    public var state: Extensible<State>
    /// Since when the state is what it is.
    public var since: Timestamp

    public init(person: Person, state: State, since: Timestamp) {
        self.person = person
        self.state = Extensible(state)
        self.since = since
    }

    enum CodingKeys: String, CodingKey {
        case person
        case state
        case since
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.person, person)
            writer.member(CodingKeys.state, state)
            writer.member(CodingKeys.since, since)
        }
    }
}

/// The body of `POST /friends/`.
public struct FriendRequest: RequestBody, Codable, Hashable {
    public var username: String

    public init(username: String) {
        self.username = username
    }

    public static let username = BodyField.text("username", 1...150, "Whom to ask.")

    public init(reading body: inout BodyReader) {
        username = body.read(Self.username)
    }
}

extension Friend: Described {
    public static var schemaSummary: String { "A friend, or a request to become one." }

    public static let fields: [FieldDescription] = [
        .member("person", Person.self, "The other person."),
        .member("state", oneOf: State.self, "`sent` when the caller asked, `received` when the person did."),
        .member("since", .timestamp, "Since when the state is what it is."),
    ]
    public static let example = Friend(person: EmbeddedFields.dora, state: .friend, since: .example)
}
