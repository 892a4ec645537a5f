/// The body of `POST /matches/`.
public struct MatchRequest: RequestBody, Hashable {
    /// `nil` asks for a random person.
    public var aUsername: String?

    public init(aUsername: String? = nil) {
        self.aUsername = aUsername
    }

    package static let mayBeAbsent = true
    static let aUsername = BodyField.text("a_username", 1...150, "Without it, a random person is chosen.")
        .omittable

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.aUsername, &aUsername)
    }
}

/// The body of `POST /matches/{id}/feedback/`.
public struct Feedback: RequestBody, Hashable {
    /// Whether the other person came.
    public var met: Bool = false

    public init(met: Bool) {
        self.met = met
    }

    static let met = BodyField.boolean("met", "Whether the other person came.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.met, &met)
    }
}
