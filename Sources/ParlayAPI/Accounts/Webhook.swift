/// An endpoint that events of a tenant are sent to.
public struct Webhook: Resource, Hashable {
    public var id: Int64
    /// Where events are sent: an `https` URL.
    public var url: String
    /// Types such as `match.made`, or `*`.
    public var events: [String]
    /// Whether events are sent.
    public var enabled: Bool
    /// Why it was turned off; `nil` while it is on, and if an admin did it.
    public var disabledReason: DisabledReason?
    /// `whsec_…`: answered once, when it is created.
    public var secret: String?
    /// When the webhook was registered.
    public var createdAt: Timestamp
    /// When it was last changed.
    public var updatedAt: Timestamp

    /// Stored in rows, never renamed.
    public enum DisabledReason: String, CaseIterable, Codable, Hashable, MemberValue {
        /// The endpoint answered 410.
        case gone
        /// It failed for days.
        case failing
    }

    public init(
        id: Int64,
        url: String,
        events: [String],
        enabled: Bool,
        disabledReason: DisabledReason? = nil,
        secret: String? = nil,
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.url = url
        self.events = events
        self.enabled = enabled
        self.disabledReason = disabledReason
        self.secret = secret
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The webhook's id.")
        object.member("url", &url, "The URL that events are sent to.", format: "uri")
        object.member(
            "events",
            &events,
            "The event types that are sent.",
            element: "A type such as `match.made`, or `*`."
        )
        object.member("enabled", &enabled, "Whether events are sent.")
        object.member(
            "disabled_reason",
            &disabledReason,
            "Why the server turned the webhook off: the endpoint answered 410 or failed for days."
        )
        object.member(
            "secret",
            &secret,
            "The key that signs events. It is shown once, when it is created."
        )
        object.member("created_at", &createdAt, "When the webhook was registered.")
        object.member("updated_at", &updatedAt, "When it was last changed.")
    }
}

extension Webhook {
    package static var schemaSummary: String { "An endpoint that events are sent to." }

    package static var example: Webhook {
        Webhook(
            id: 3,
            url: "https://app.example.org/hooks/parlay",
            events: ["match.made", "meetup.accepted"],
            enabled: true,
            disabledReason: nil,
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            createdAt: Timestamp(milliseconds: 1_779_301_800_000),
            updatedAt: Timestamp(milliseconds: 1_779_301_800_000)
        )
    }

    /// Without its secret, as later answers have it.
    package static var shown: Webhook {
        var webhook = example
        webhook.secret = nil
        return webhook
    }
}

/// The body of `POST /admin/webhooks/` and of `PATCH /admin/webhooks/{id}/`.
public struct WebhookUpdate: RequestBody, Hashable {
    /// An `https` URL without a username, on port 443, 80 or at least 1024. Required for a new webhook.
    public var url: Change<String>
    /// Some of `eventTypes`, or `everything` alone. Required for a new webhook.
    public var events: Change<[String]>
    /// Whether events are sent; `true` for a new webhook unless set.
    public var enabled: Change<Bool>

    public init(url: Change<String> = .keep, events: Change<[String]> = .keep, enabled: Change<Bool> = .keep)
    {
        self.url = url
        self.events = events
        self.enabled = enabled
    }

    /// In `events`, means every type.
    public static let everything = "*"
    /// Every type that a webhook can subscribe to.
    public static let eventTypes = NoticeKind.allCases.map(\.eventType)

    package static let url = BodyField.text(
        "url",
        1...2000,
        "Where to send events: https, without a username, on port 443, 80 or at least 1024.",
        format: "uri",
        rule: TextRule(WebAddress.pattern, .aWebAddress) {
            WebAddress.isAbsolute($0)
        }
    )
    package static let events: BodyField<[String]> = {
        var type = BodyField<String>.text("", 1...60).checked(
            FieldRule("anEventType", "Unknown event type.")
        ) {
            $0 == everything || eventTypes.contains($0)
        }
        type.description.choices = [everything] + eventTypes
        return .list("events", 1...40, of: type, "The event types to send; `*` means all.")
    }()
    package static let enabled = BodyField<Bool>.boolean("enabled", "Whether events are sent.").defaulting(
        to: true
    )

    package init() { self.init(url: .keep) }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.url, &url)
        body.field(Self.events, &events)
        body.field(Self.enabled, &enabled)
    }
}
