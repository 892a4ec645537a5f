/// What arrives at a webhook.
public struct WebhookEvent: Resource, Hashable {
    /// Such as `match.made`.
    public var type: String
    /// When it happened.
    public var timestamp: Timestamp
    /// What it is about, and who is notified.
    public var data: Payload

    public init(type: String, timestamp: Timestamp, data: Payload) {
        self.type = type
        self.timestamp = timestamp
        self.data = data
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("type", &type, "The type of the event, such as `match.made`.")
        object.member("timestamp", &timestamp, "When it happened.")
        object.member("data", &data, "What it is about.")
    }

    /// Sent by `POST /admin/webhooks/{id}/test/` only, whatever the webhook subscribes to.
    public static let test = "webhook.test"

    /// Every type.
    public static var types: [String] { NoticeKind.allCases.map(\.eventType) + [test] }

    /// What an event is about, and who is notified.
    public struct Payload: Resource, Hashable {
        /// The resource that the event is about; `nil` in a test.
        public var subject: Subject?
        /// The first hundred; none in a test.
        public var notices: [Told]

        public init(subject: Subject?, notices: [Told]) {
            self.subject = subject
            self.notices = notices
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("subject", &subject, "The resource that the event is about.")
            object.member(
                "notices",
                &notices,
                "The notices of the people who are notified; the first hundred."
            )
        }

        package static var schemaName: String { "WebhookEventData" }
        package static var schemaSummary: String { "What an event is about, and who is notified." }
        package static var example: Payload { Payload(subject: .example, notices: [.example]) }
    }

    /// A notice, without its text.
    public struct Told: Resource, Hashable {
        public var id: Int64
        /// Whose inbox it is in.
        public var accountID: Int64
        /// At most a hundred characters.
        public var title: String

        public init(id: Int64, accountID: Int64, title: String) {
            self.id = id
            self.accountID = accountID
            self.title = title
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("id", &id, "The notice's id.")
            object.member("account_id", &accountID, "Whose inbox it is in.")
            object.member("title", &title, "Its title, at most a hundred characters.")
        }

        package static var schemaName: String { "WebhookEventNotice" }
        package static var schemaSummary: String { "A notice that an event put into an inbox." }
        package static var example: Told { Told(id: 81, accountID: 12, title: "New match") }
    }
}

extension WebhookEvent {
    package static var schemaSummary: String { "What is sent to webhooks." }

    package static var example: WebhookEvent {
        WebhookEvent(type: NoticeKind.matchMade.eventType, timestamp: .example, data: .example)
    }

    /// One of a type.
    public static func example(_ type: String) -> WebhookEvent {
        guard type != test else {
            return WebhookEvent(type: type, timestamp: .example, data: Payload(subject: nil, notices: []))
        }
        let subjects = [
            "wager": "wager", "payment": "wager", "bet": "bet", "friend": "account", "feed": "feed",
        ]
        let subject = type.prefix { $0 != "." }
        let title = type.split(separator: ".").joined(separator: " ").split(separator: "_").joined(
            separator: " "
        )
        return WebhookEvent(
            type: type,
            timestamp: .example,
            data: Payload(
                subject: Subject(type: subjects[String(subject)] ?? "match", id: 328),
                notices: [
                    Told(id: 81, accountID: 12, title: title.prefix(1).uppercased() + title.dropFirst())
                ]
            )
        )
    }
}
