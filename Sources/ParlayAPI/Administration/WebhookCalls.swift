/// The calls about webhooks and their deliveries.
package enum WebhookCalls {
    private static let exampleBody: JSONValue = .object([
        "url": "https://app.example.org/hooks/parlay",
        "events": .array(Webhook.example.events.map { .string($0) }),
    ])

    package static let list = Endpoint<Void, Never, ListPage<Webhook>>(.get, "admin/webhooks")
        .access(.role(.admin)).keys(.readWebhooks).titled("List webhooks")
        .explained("Without their secrets.").paged
        .answering(200, example: ListPage(items: [Webhook.shown]))

    package static let create = Endpoint<Void, WebhookUpdate, Webhook>(.post, "admin/webhooks")
        .access(.role(.admin)).keys(.writeWebhooks).titled("Register a webhook")
        .explained("The answer contains the secret that signs each event. It is not shown again.")
        .taking(example: Self.exampleBody).answering(201)
        .refusing(409, "webhook_limit", "The tenant already has 20 webhooks.")

    package static let show = Endpoint<Int64, Never, Webhook>(.get, "admin/webhooks/{id:id}")
        .access(.role(.admin)).keys(.readWebhooks).titled("Show a webhook")
        .explained("Without its secret.").answering(200, example: Webhook.shown)

    package static let change = Endpoint<Int64, WebhookUpdate, Webhook>(.patch, "admin/webhooks/{id:id}")
        .access(.role(.admin)).keys(.writeWebhooks).titled("Change a webhook")
        .explained("Can also turn it off and on.")
        .taking(mode: .merge, example: .object(["enabled": false])).answering(200, example: Webhook.shown)

    package static let delete = Endpoint<Int64, Never, Void>(.delete, "admin/webhooks/{id:id}")
        .access(.role(.admin)).keys(.writeWebhooks).titled("Delete a webhook")
        .explained("Also deletes the log of its deliveries.")
        .irreversible("Deletes the webhook and the log of its deliveries.")
        .answering(204)

    package static let rotate = Endpoint<Int64, Never, Webhook>(.post, "admin/webhooks/{id:id}/secret")
        .access(.role(.admin)).keys(.writeWebhooks).titled("Replace a webhook's secret")
        .named("rotateWebhookSecret")
        .irreversible("The current secret stops working after 24 hours.")
        .explained("For 24 hours events carry signatures of both secrets, so that receivers can switch.")
        .answering(200)

    package static let listDeliveries = Endpoint<Int64, Never, ListPage<WebhookDelivery>>(
        .get,
        "admin/webhooks/{id:id}/deliveries"
    )
    .access(.role(.admin)).keys(.readWebhooks).titled("List deliveries")
    .explained("One entry for each attempt of the last 30 days, newest first.").paged.answering(200)

    package static let replay = Endpoint<WebhookDelivery.Target, Never, WebhookDelivery>(
        .post,
        "admin/webhooks/{id:id}/deliveries/{delivery:id}/replay"
    )
    .access(.role(.admin)).keys(.writeWebhooks).titled("Resend an event").named("replayWebhookDelivery")
    .explained("Starts a new delivery with the same `webhook-id`, which is retried like any other.")
    .answering(201, example: WebhookDelivery.waiting())
    .refusing(409, "webhook_disabled", "The webhook is off.")

    package static let test = Endpoint<Int64, Never, WebhookDelivery>(.post, "admin/webhooks/{id:id}/test")
        .access(.role(.admin)).keys(.writeWebhooks).titled("Send a test event").named("testWebhook")
        .explained(
            "Sends an event of the type `webhook.test`, signed and retried like any other, to this webhook alone."
        )
        .answering(
            202,
            "It will be sent; the list of deliveries shows the result.",
            example: WebhookDelivery.waiting(WebhookEvent.test)
        )
        .refusing(409, "webhook_disabled", "The webhook is off.")
}

extension WebhookDelivery {
    /// A delivery in a path.
    package struct Target: PathTarget {
        let webhook: Webhook.ID
        let delivery: WebhookDelivery.ID

        package init(webhook: Webhook.ID, delivery: WebhookDelivery.ID) {
            self.webhook = webhook
            self.delivery = delivery
        }

        package var pathValues: [String] { webhook.pathValues + delivery.pathValues }
    }
}
