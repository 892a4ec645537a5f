/// One attempt to tell an endpoint of an event, or one that is still to come.
public struct WebhookDelivery: Codable, Hashable, Sendable, JSONWritable {
    public var id: Int64
    /// The header `webhook-id`: the same for every attempt and replay.
    public var eventID: String
    public var type: String
    /// From 1; a replay begins anew.
    public var attempt: Int64
    public var status: Status
    public var scheduledAt: Timestamp
    public var finishedAt: Timestamp?
    public var durationMilliseconds: Int64?
    /// The HTTP status; `nil` when there was no answer.
    public var responseStatus: Int64?
    /// The beginning of the answer's body.
    public var response: String?
    /// Why it failed or was not sent.
    public var error: String?

    /// Stored in rows, never renamed.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
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
        error: String? = nil
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
    }

    enum CodingKeys: String, CodingKey {
        case id
        case eventID = "event_id"
        case type
        case attempt
        case status
        case scheduledAt = "scheduled_at"
        case finishedAt = "finished_at"
        case durationMilliseconds = "duration_ms"
        case responseStatus = "response_status"
        case response
        case error
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.id, id)
            writer.member(CodingKeys.eventID, eventID)
            writer.member(CodingKeys.type, type)
            writer.member(CodingKeys.attempt, attempt)
            writer.member(CodingKeys.status, status)
            writer.member(CodingKeys.scheduledAt, scheduledAt)
            writer.member(CodingKeys.finishedAt, finishedAt)
            writer.member(CodingKeys.durationMilliseconds, durationMilliseconds)
            writer.member(CodingKeys.responseStatus, responseStatus)
            writer.member(CodingKeys.response, response)
            writer.member(CodingKeys.error, error)
        }
    }
}
