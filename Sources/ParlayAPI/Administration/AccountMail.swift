/// A mail to somebody, as an admin sees it: without its text.
public struct AccountMail: Resource, Hashable {
    /// What became of it.
    public var state: Extensible<AccountMailState>
    /// What it is about, such as `notice` or `password_reset`; `stored` if only its subject is known.
    public var kind: String
    /// To which address; `nil` if the account has none any more.
    public var recipient: String?
    /// Its subject; `nil` until it is written.
    public var subject: String?
    /// When it was asked for, stored or sent.
    public var createdAt: Timestamp

    public init(
        state: AccountMailState,
        kind: String,
        recipient: String? = nil,
        subject: String?,
        createdAt: Timestamp
    ) {
        self.state = Extensible(state)
        self.kind = kind
        self.recipient = recipient
        self.subject = subject
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("state", &state, "What became of it.")
        object.member(
            "kind",
            &kind,
            "What it is about, such as `notice` or `password_reset`; `stored` if only its subject is known."
        )
        object.member(
            "recipient",
            &recipient,
            "To which address; `null` if the account has none any more."
        )
        object.member("subject", &subject, "Its subject; `null` until it is written.")
        object.member("created_at", &createdAt, "When it was asked for, stored or sent.")
    }
}

extension AccountMail {
    package static var schemaSummary: String { "A mail to somebody, without its text." }

    package static var example: AccountMail {
        AccountMail(
            state: .sent,
            kind: "password_reset",
            recipient: "dora@example.org",
            subject: "Reset your password",
            createdAt: .example
        )
    }
}

/// What became of a mail.
public enum AccountMailState: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// A mail server took it. What it did with it is not known.
    case sent
    /// It is kept on the server, because no mail server is set.
    case stored
    /// It has not been sent yet.
    case waiting
    /// It could not be sent, and is not tried again.
    case failed
}
