/// A message to the caller's inbox.
public struct Notice: Resource, Hashable {
    public var id: Int64
    /// What happened. A newer server has further kinds: show `title` and `text` for those.
    public var kind: Extensible<NoticeKind>
    /// A heading for people, in English.
    public var title: String
    /// A sentence or two for people, in English, with times in their time zone.
    public var text: String
    /// What it is about.
    public var subject: Subject?
    /// When it happened.
    public var createdAt: Timestamp
    /// `nil` while unread.
    public var readAt: Timestamp?
    /// The name of its text in the catalog of the component that posted it, as `text`, and what that text shows. Pages and mail show
    /// it in the reader's language. Not in JSON; `nil` for a notice of an earlier version.
    package var arguments: [String: JSONValue]?

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

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The notice's id.")
        object.member("kind", &kind, "What happened.")
        object.member("title", &title, "A title for people.")
        object.member("text", &text, "A sentence or two for people.")
        object.member("subject", &subject, "What the notice is about.")
        object.member("created_at", &createdAt, "When it happened.")
        object.member("read_at", &readAt, "`null` while unread.")
    }
}

extension Notice {
    package static var schemaSummary: String { "Something that happened and concerns the account." }

    package static var example: Notice {
        Notice(
            id: 41,
            kind: .meetupProposed,
            title: "Bob proposes a meetup",
            text: "Bob would like to meet you at Café Luna.",
            subject: .example,
            createdAt: .example
        )
    }
}

/// The resource that a notice, report or log entry is about.
public struct Subject: RequestBody, Resource, Hashable {
    /// Such as `match` or `wager`.
    public var type: String
    public var id: Int64

    public init(type: String, id: Int64) {
        self.type = type
        self.id = id
    }

    static let type = BodyField<String>.text("type", 1...40, "Such as `match`, `wager` or `account`.")
    static let id = BodyField<Int64>.id("id", "The id of the subject.")

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.type, &type)
        body.field(Self.id, &id)
    }
}

extension Subject {
    package static var schemaSummary: String { "The resource that a notice, report or log entry is about." }

    package static var example: Subject { Subject(type: "match", id: 328) }
}

/// The kinds of notices in this version. The raw value is stored in rows and never renamed.
public enum NoticeKind: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case matchMade = "match_made"
    case meetupProposed = "meetup_proposed"
    case meetupAccepted = "meetup_accepted"
    case meetupCancelled = "meetup_cancelled"
    case meetupReminder = "meetup_reminder"
    case meetupFeedback = "meetup_feedback"
    case wagerOffered = "wager_offered"
    case wagerDeclined = "wager_declined"
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
    case betSettled = "bet_settled"
    case friendRequest = "friend_request"
    case friendAccepted = "friend_accepted"
    case feedFailed = "feed_failed"
    case contentRemoved = "content_removed"
    case accountSecurity = "account_security"

    /// Whose notice it is; `nil` for what every tenant has.
    package var module: Module? {
        switch self {
        case .matchMade, .meetupProposed, .meetupAccepted, .meetupCancelled, .meetupReminder,
            .meetupFeedback:
            .meetups
        case .wagerOffered, .wagerDeclined, .wagerTaken, .wagerClaimed, .wagerCancelRequested,
            .wagerArbiterNamed, .wagerPaymentSaid, .wagerCompleted, .wagerDisputed, .wagerCancelled,
            .wagerConfirmed, .paymentReminder:
            .wagers
        case .betSettled, .feedFailed: .sportsbook
        case .friendRequest, .friendAccepted, .contentRemoved, .accountSecurity: nil
        }
    }

    /// The type of the webhook event: the first underscore is a dot.
    public var eventType: String {
        let parts = rawValue.split(separator: "_", maxSplits: 1)
        return parts.joined(separator: ".")
    }
}
