/// Something that a moderator has hidden from everyone but its author, moderators and admins.
public struct HiddenContent: Resource, Hashable {
    public var id: Int64
    /// Such as an `account` or a `wager`.
    public var subject: Subject
    /// Such as `photo`; `nil` for all of the subject.
    public var part: String?
    /// The author.
    public var person: Person
    /// Who hid it.
    public var by: Person
    /// As the author was notified.
    public var reason: String
    /// When it was hidden.
    public var createdAt: Timestamp

    public init(
        id: Int64,
        subject: Subject,
        part: String?,
        person: Person,
        by: Person,
        reason: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.subject = subject
        self.part = part
        self.person = person
        self.by = by
        self.reason = reason
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The id of this entry.")
        object.member("subject", &subject, "The hidden subject, or the one that the hidden part belongs to.")
        object.member("part", &part, "The part that is hidden; `null` for all of the subject.")
        object.member("person", &person, "The author.")
        object.member("by", &by, "The moderator who hid it.")
        object.member("reason", &reason, "The reason that the author got.")
        object.member("created_at", &createdAt, "When it was hidden.")
    }
}

extension HiddenContent {
    package static var schemaSummary: String {
        "Something that is hidden from everyone but its author, moderators and admins."
    }

    package static var example: HiddenContent {
        HiddenContent(
            id: 4,
            subject: Subject(type: "account", id: 12),
            part: "photo",
            person: .dora,
            by: .ada,
            reason: "Not your own picture.",
            createdAt: .example
        )
    }
}

/// The body of `POST /admin/hidden/`.
public struct HidingRequest: RequestBody, Hashable {
    /// What to hide, or what it belongs to.
    public var subject: Subject = Subject()
    /// `nil` for all of the subject.
    public var part: String?
    /// Sent to the author.
    public var reason: String = ""

    /// Hides a part of the subject, or all of it if `part` is `nil`.
    public init(_ subject: Subject, part: String? = nil, reason: String) {
        self.subject = subject
        self.part = part
        self.reason = reason
    }

    package static let subject = BodyField<Subject>.object(
        "subject",
        "The subject to hide, or the one that the part belongs to."
    )
    package static let part = BodyField<String>.text(
        "part",
        1...40,
        "The part to hide; omit it for all of the subject."
    ).optional
    static let reason = BodyField<String>.text("reason", 1...500, "The author gets this reason.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.subject, &subject)
        body.field(Self.part, &part)
        body.field(Self.reason, &reason)
    }
}
