internal import ParlayAPI
package import Tenancy

extension ReferencePart {
    /// Events for servers of tenants.
    package static let webhooks = ReferencePart(
        guides: [
            Guide(.tenant, "webhooks", "Send events to your own server.")
        ],
        samples: samples,
        synonyms: [
            ["webhook", "webhooks", "callback", "events"]
        ]
    )

    private static let samples: [String: Sample] = [
        "listAdminWebhooks": """
        for try await webhook in parlay.admin.webhooks.all() {
            print(webhook.url, webhook.enabled)
        }
        """,
        "createAdminWebhook": .init(
            """
            let webhook = try await parlay.admin.webhooks.add(
                "https://app.example.org/hooks/parlay", events: \(Webhook.example.events)
            )
            print(webhook.secret ?? "")
            """
        ),
        "getAdminWebhook": "let webhook = try await parlay.admin.webhooks.get(1)",
        "changeAdminWebhook": "try await parlay.admin.webhooks.update(1) { $0.enabled = .set(false) }",
        "deleteAdminWebhook": "try await parlay.admin.webhooks.remove(1)",
        "testWebhook": "let delivery = try await parlay.admin.webhooks.test(1)",
        "rotateWebhookSecret": "let webhook = try await parlay.admin.webhooks.replaceSecret(of: 1)",
        "listAdminWebhookDeliveries": """
        for try await delivery in parlay.admin.webhooks.deliveries(to: 1) {
            print(delivery.type, delivery.status.rawValue)
        }
        """,
        "replayWebhookDelivery": "try await parlay.admin.webhooks.replay(1, to: 1)",
    ]
}
