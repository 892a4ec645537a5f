extension Webhook: Described {
    public static var schemaSummary: String { "An address that is told about events." }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer, "The webhook's id."),
            .member("url", .text, "Where events are sent.", format: "uri"),
            .member(
                "events",
                .list(
                    FieldDescription(name: "", kind: .text, summary: "A type such as `match.made`, or `*`.")
                ),
                "The events that are sent."
            ),
            .member("enabled", .boolean, "Whether anything is sent."),
            .member(
                "disabled_reason",
                oneOf: DisabledReason.self,
                "Why the server turned it off: it answered 410, or accepted nothing for days.",
                isNullable: true
            ),
            .member(
                "secret",
                .text,
                "The key of the signatures. Shown when it is made and never again.",
                isNullable: true
            ),
            .member("created_at", .timestamp, "When it was registered."),
            .member("updated_at", .timestamp, "When it was last changed."),
        ]
    }

    public static var example: Webhook {
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
}

extension WebhookDelivery: Described {
    public static var schemaSummary: String { "An attempt to deliver an event." }

    public static var fields: [FieldDescription] {
        [
            .member("id", .integer, "The delivery's id."),
            .member("event_id", .text, "The header `webhook-id`: the same for every attempt and replay."),
            .member("type", .text, "Such as `match.made`."),
            .member("attempt", .integer, "Counts from 1; a replay starts at 1 again."),
            .member("status", oneOf: Status.self, "What became of it."),
            .member("scheduled_at", .timestamp, "Not sent before."),
            .member("finished_at", .timestamp, "When the endpoint had answered.", isNullable: true),
            .member("duration_ms", .integer, "How long the endpoint took.", isNullable: true),
            .member("response_status", .integer, "The HTTP status of the answer.", isNullable: true),
            .member("response", .text, "The first 1,000 characters of the answer.", isNullable: true),
            .member("error", .text, "Why it failed or was not sent.", isNullable: true),
        ]
    }

    public static var example: WebhookDelivery {
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
            error: "the endpoint answered 503"
        )
    }
}
