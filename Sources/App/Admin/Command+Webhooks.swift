internal import Console
internal import ParlayAPI

extension Command {
    static let webhookList = listing(
        "admin webhooks list",
        WebhookCalls.list,
        "list webhooks, newest first",
        details: "Secrets are not shown again.",
        example: "parlay admin webhooks list --tenant demo",
        empty: "No webhooks found.",
        columns: [
            ("ID", { String($0.id) }),
            ("STATE", { $0.disabledReason?.rawValue ?? ($0.enabled ? "on" : "off") }), ("URL", \.url),
            ("EVENTS", { $0.events.joined(separator: ",") }),
        ]
    )

    static let webhookAdd = changing(
        "admin webhooks add",
        WebhookCalls.create,
        arguments: ["URL"],
        "register a webhook",
        details: "The secret, which signs the events, is printed once.",
        example: "parlay admin webhooks add https://example.org/in --tenant demo --events '*'",
        done: { "added webhook \($0.id); its secret is shown only now:\n\($0.secret ?? "")" }
    )

    static let webhookSet = changing(
        "admin webhooks set",
        WebhookCalls.change,
        "change a webhook, or turn it off and on",
        example: "parlay admin webhooks set 3 --tenant demo --enabled false",
        done: { "webhook \($0.id) is \($0.enabled ? "on" : "off")" }
    )

    static let webhookRotate = changing(
        "admin webhooks rotate",
        WebhookCalls.rotate,
        "replace a webhook's secret",
        details: "The new secret is printed once. For 24 hours events are signed with both.",
        example: "parlay admin webhooks rotate 3 --tenant demo",
        done: { "webhook \($0.id) has a new secret, which is shown only now:\n\($0.secret ?? "")" }
    )

    static let webhookTest = changing(
        "admin webhooks test",
        WebhookCalls.test,
        "send a test event to a webhook",
        details: "The worker sends it; `parlay admin webhooks deliveries` has the result.",
        example: "parlay admin webhooks test 3 --tenant demo",
        done: { "delivery \($0.id) is sent in the next seconds" }
    )

    static let webhookDelete = removing(
        "admin webhooks delete",
        WebhookCalls.delete,
        "delete a webhook and its deliveries",
        example: "parlay admin webhooks delete 3 --tenant demo",
        done: ("deleted", "webhook")
    )

    static let webhookDeliveries = listing(
        "admin webhooks deliveries",
        WebhookCalls.listDeliveries,
        "list what was sent to a webhook, newest first",
        example: "parlay admin webhooks deliveries 3 --tenant demo",
        empty: "No deliveries found.",
        columns: [
            ("ID", { String($0.id) }), ("TYPE", \.type), ("ATTEMPT", { String($0.attempt) }),
            ("STATUS", \.status.rawValue), ("SCHEDULED (UTC)", \.scheduledAt.short),
            ("ANSWER", { $0.responseStatus.map { String($0) } ?? "" }), ("ERROR", { $0.error ?? "" }),
        ]
    )
}
