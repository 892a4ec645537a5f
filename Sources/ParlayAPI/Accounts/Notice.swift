/// A message to the caller's inbox.
public struct Notice: Codable, Hashable, Sendable, JSONWritable {
    public var id: Int64
    public var kind: Extensible<NoticeKind>
    public var title: String
    public var text: String
    /// What it is about.
    public var subject: Subject?
    public var createdAt: Timestamp
    /// `nil` while unread.
    public var readAt: Timestamp?

    public init(
        id: Int64,
        kind: NoticeKind,
        title: String,
        text: String,
        subject: Subject? = nil,
        createdAt: Timestamp,
        readAt: Timestamp? = nil
    ) {
        self.id = id
        self.kind = Extensible(kind)
        self.title = title
        self.text = text
        self.subject = subject
        self.createdAt = createdAt
        self.readAt = readAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case kind
        case title
        case text
        case subject
        case createdAt = "created_at"
        case readAt = "read_at"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.id, id)
            writer.member(CodingKeys.kind, kind)
            writer.member(CodingKeys.title, title)
            writer.member(CodingKeys.text, text)
            writer.member(CodingKeys.subject, subject)
            writer.member(CodingKeys.createdAt, createdAt)
            writer.member(CodingKeys.readAt, readAt)
        }
    }
}

/// A row that something else is about.
public struct Subject: Codable, Hashable, Sendable, JSONWritable {
    /// Such as `match` or `wager`.
    public var type: String
    public var id: Int64

    public init(type: String, id: Int64) {
        self.type = type
        self.id = id
    }

    enum CodingKeys: String, CodingKey {
        case type
        case id
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.type, type)
            writer.member(CodingKeys.id, id)
        }
    }
}

/// What happened: the kinds that this version tells of. The raw value is stored in rows and never renamed.
public enum NoticeKind: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case matchMade = "match_made"
    case meetupProposed = "meetup_proposed"
    case meetupAccepted = "meetup_accepted"
    case meetupCancelled = "meetup_cancelled"
    case meetupReminder = "meetup_reminder"
    case meetupFeedback = "meetup_feedback"
    case wagerTaken = "wager_taken"
    case wagerClaimed = "wager_claimed"
    case wagerCancelRequested = "wager_cancel_requested"
    case wagerArbiterNamed = "wager_arbiter_named"
    case wagerPaymentSaid = "wager_payment_said"
    case wagerCompleted = "wager_completed"
    case wagerDisputed = "wager_disputed"
    case wagerCancelled = "wager_cancelled"
    case wagerConfirmed = "wager_confirmed"
    case paymentReminder = "payment_reminder"
    case friendRequest = "friend_request"
    case friendAccepted = "friend_accepted"

    /// The type of the webhook event: the first underscore is a dot.
    public var eventType: String {
        let parts = rawValue.split(separator: "_", maxSplits: 1)
        return parts.joined(separator: ".")
    }
}
