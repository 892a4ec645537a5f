internal import ParlayAPI
internal import Tenancy

/// What Parlay sends to the endpoints of a tenant, by type of event.
extension OpenAPI {
    static var webhooks: JSONObject {
        JSONObject(WebhookEvent.types.map { ($0, ["post": .object(webhook($0))]) })
    }

    static var webhookEvent: JSONObject {
        let schema: JSONObject = ["description": .string(WebhookEvent.schemaSummary)]
        guard case .object(let fields) = FieldDescription.schema(of: WebhookEvent.fields, .resource) else {
            return schema
        }
        return schema.merging(fields)
    }

    private static func webhook(_ type: String) -> JSONObject {
        let name = type.split { $0 == "." || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return [
            "operationId": .string("on" + name.joined()),
            "summary": .string("Receive `\(type)`"),
            "description": """
            Sent to each webhook that subscribes to it, signed as [Standard Webhooks](https://www.standardwebhooks.com) \
            says. It can arrive twice, with the same `webhook-id`.
            """,
            "tags": ["Webhooks"],
            "security": [],
            "parameters": .array(headers),
            "requestBody": [
                "required": true,
                "content": [
                    "application/json": [
                        "schema": .reference("schemas", "WebhookEvent"),
                        "example": JSONValue(written: WebhookEvent.example(type)),
                    ]
                ],
            ],
            "responses": [
                "2XX": ["description": "Accepted."],
                "410": ["description": "The webhook is turned off."],
                "default": ["description": "Sent again later, at most eight times in 28 hours."],
            ],
        ]
    }

    private static let headers: [JSONValue] = [
        header(
            "webhook-id",
            "The same for every attempt and replay of an event.",
            "msg_5f1b7c0e6a0f4f0c9a4d6f5f8f1f7f3a"
        ),
        header("webhook-timestamp", "Seconds since the Unix epoch when it was sent.", "1779301800"),
        header(
            "webhook-signature",
            """
            Values separated by blanks. One is `v1,` and, in base64, the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` \
            with the bytes of the secret.
            """,
            "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
        ),
    ]

    private static func header(_ name: String, _ summary: String, _ example: String) -> JSONValue {
        [
            "name": .string(name), "in": "header", "required": true, "description": .string(summary),
            "schema": ["type": "string"], "example": .string(example),
        ]
    }
}
