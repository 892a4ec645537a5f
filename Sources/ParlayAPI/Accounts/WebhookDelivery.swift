/// One attempt to deliver an event, or a scheduled one.
public struct WebhookDelivery: Resource, Hashable {
    public var id: Int64
    /// The header `webhook-id`: the same for every attempt and replay.
    public var eventID: String
    /// The event's type, such as `match.made`.
    public var type: String
    /// From 1; a replay starts at 1 again.
    public var attempt: Int64
    /// What became of the attempt.
    public var status: Status
    /// The earliest time to send it.
    public var scheduledAt: Timestamp
    /// When the endpoint had answered, or the attempt had failed; `nil` until then.
    public var finishedAt: Timestamp?
    /// How long the endpoint took to answer; `nil` until the attempt has ended.
    public var durationMilliseconds: Int64?
    /// The HTTP status; `nil` without an answer.
    public var responseStatus: Int64?
    /// The beginning of the answer's body.
    public var response: String?
    /// Why it failed or was not sent.
    public var error: String?
    /// What was sent, for seven days.
    public var requestBody: String?

    /// Stored in rows, never renamed.
    public enum Status: String, CaseIterable, Codable, Hashable, MemberValue {
        case pending
        case delivered
        case failed
        /// Not sent, because the endpoint is off.
        case cancelled
    }

    public init(
        id: Int64,
        eventID: String,
        type: String,
        attempt: Int64,
        status: Status,
        scheduledAt: Timestamp,
        finishedAt: Timestamp? = nil,
        durationMilliseconds: Int64? = nil,
        responseStatus: Int64? = nil,
        response: String? = nil,
        error: String? = nil,
        requestBody: String? = nil
    ) {
        self.id = id
        self.eventID = eventID
        self.type = type
        self.attempt = attempt
        self.status = status
        self.scheduledAt = scheduledAt
        self.finishedAt = finishedAt
        self.durationMilliseconds = durationMilliseconds
        self.responseStatus = responseStatus
        self.response = response
        self.error = error
        self.requestBody = requestBody
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The delivery's id.")
        object.member(
            "event_id",
            &eventID,
            "The header `webhook-id`: the same for every attempt and replay."
        )
        object.member("type", &type, "The event type, such as `match.made`.")
        object.member("attempt", &attempt, "The number of the attempt, from 1; a replay starts at 1 again.")
        object.member("status", &status, "The result.")
        object.member("scheduled_at", &scheduledAt, "The earliest time to send it.")
        object.member("finished_at", &finishedAt, "When the endpoint had answered.")
        object.member("duration_ms", &durationMilliseconds, "How long the endpoint took to answer.")
        object.member("response_status", &responseStatus, "The HTTP status of the answer.")
        object.member("response", &response, "The first 1,000 characters of the answer.")
        object.member("error", &error, "Why the attempt failed or was not made.")
        object.member(
            "request_body",
            &requestBody,
            "The body that was sent; `null` before that, and after seven days."
        )
    }
}

extension WebhookDelivery {
    package static var schemaSummary: String { "One attempt to deliver an event." }

    package static var example: WebhookDelivery {
        WebhookDelivery(
            id: 81,
            eventID: "msg_0190f6ac3c8e4d3f9a4f6be2ad1c7e55",
            type: "match.made",
            attempt: 2,
            status: .failed,
            scheduledAt: Timestamp(milliseconds: 1_779_301_800_000),
            finishedAt: Timestamp(milliseconds: 1_779_301_800_412),
            durationMilliseconds: 380,
            responseStatus: 503,
            response: "Down for maintenance.",
            error: "the endpoint answered 503",
            requestBody: String(decoding: WebhookEvent.example.jsonBytes(), as: UTF8.self)
        )
    }

    /// An attempt that is still to be made.
    package static func waiting(_ type: String = "match.made") -> WebhookDelivery {
        WebhookDelivery(
            id: 82,
            eventID: example.eventID,
            type: type,
            attempt: 1,
            status: .pending,
            scheduledAt: .example
        )
    }
}
