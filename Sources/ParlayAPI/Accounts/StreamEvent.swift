/// Something that happened to a person. It says what to read again, and nothing of what that is now.
public struct StreamEvent: Resource, Hashable {
    /// Rises by one with each event of the person.
    public var number: Int64
    /// What happened, such as `wager.taken`. A newer server has further types.
    public var type: String
    /// What to read again.
    public var subject: Subject
    /// When it happened.
    public var at: Timestamp
    /// The id of the device that did it, if it was one of the person's own.
    public var by: Int64?

    public init(number: Int64, type: String, subject: Subject, at: Timestamp, by: Int64? = nil) {
        self.number = number
        self.type = type
        self.subject = subject
        self.at = at
        self.by = by
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("number", &number, "Rises by one with each event of the person.")
        object.member("type", &type, "What happened.")
        object.member("subject", &subject, "What to read again.")
        object.member("at", &at, "When it happened.")
        object.member(
            "by",
            &by,
            "The device that did it, if it was one of the person's own: an `id` of `tokens/`."
        )
    }
}

extension StreamEvent {
    package static var schemaSummary: String {
        "Something that happened to a person, and what to read again."
    }

    package static var example: StreamEvent {
        StreamEvent(
            number: 1207,
            type: "wager.taken",
            subject: Subject(type: "wager", id: 12),
            at: .example
        )
    }
}
