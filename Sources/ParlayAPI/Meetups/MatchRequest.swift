/// The body of `POST /matches/`.
public struct MatchRequest: RequestBody, Codable, Hashable {
    /// `nil` asks for a random person.
    public var aUsername: String?

    public init(aUsername: String? = nil) {
        self.aUsername = aUsername
    }

    package static let mayBeAbsent = true
    static let aUsername = BodyField.text("a_username", 1...150, "Without it, a random person is chosen.")
        .omittable

    package init(reading body: inout BodyReader) {
        aUsername = body.read(Self.aUsername)
    }

    enum CodingKeys: String, CodingKey {
        case aUsername = "a_username"
    }
}

/// The body of `POST /matches/{id}/feedback/`.
public struct Feedback: RequestBody, Codable, Hashable {
    /// Whether the other person came.
    public var met: Bool

    public init(met: Bool) {
        self.met = met
    }

    static let met = BodyField.boolean("met", "Whether the other person came.")

    package init(reading body: inout BodyReader) {
        met = body.read(Self.met)
    }
}
