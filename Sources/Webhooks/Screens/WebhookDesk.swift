internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The parts of an endpoint's page in the console.
struct WebhookDesk {
    private let visit: Visit
    private let webhook: Webhook
    private let tag: String?
    private let deliveries: ListPage<WebhookDelivery>

    init(_ visit: Visit) async throws {
        self.visit = visit
        let id = try visit.id()
        (webhook, tag) = try await visit.readTagged(WebhookCalls.show, id)
        deliveries = try await visit.read(
            WebhookCalls.listDeliveries,
            id,
            [("limit", "20"), ("cursor", visit.query("cursor"))]
        )
    }

    var document: Document {
        let made: HTML = optional(visit.answer(of: WebhookCalls.rotate)) { $0.secretCard(visit) }
        return Document(
            webhook.host,
            in: "admin/webhooks",
            """
            \(PageHead(
                webhook.host,
                lead: webhook.badge(visit).html,
                back: (visit.text(WebhookText.webhooks), visit.link("admin/webhooks"))
            ))
            \(visit.flash("saved", WebhookText.wasSaved))\(visit.flash("test", WebhookText.isQueued))\
            \(visit.flash("sent", WebhookText.wasSent))\(made)\(refusal)\(warning)
            \(Columns("\(facts)\(log)", side: "<div class=\"stack\">\(moves)\(edit)</div>"))
            """
        )
    }

    /// Forms in the log are narrow: what was refused is said above.
    private var refusal: HTML {
        // Of these alone the target is two ids.
        guard let refusal = visit.refusal, refusal.target.contains("/") else { return .none }
        return Alert(.error, visit.sentence(about: refusal.problem)).html
    }

    private var warning: HTML {
        switch webhook.disabledReason {
        case .gone?: Alert(.warning, visit.text(WebhookText.goneText)).html
        case .failing?: Alert(.warning, visit.text(WebhookText.failingText)).html
        case nil: .none
        }
    }

    private var facts: Card {
        Card(
            nil,
            Facts([
                (word: visit.text(WebhookText.address), value: "<code>\(webhook.url)</code>"),
                (visit.text(WebhookText.events), "\(webhook.names(visit))"),
                (visit.text(WebhookText.made), visit.time(webhook.createdAt)),
                (visit.text(WebhookText.changed), visit.time(webhook.updatedAt)),
            ]).html
        )
    }

    // MARK: What can be done

    private var moves: Card {
        let test = ScreenForm(visit, WebhookCalls.test, webhook.id)
        let change = ScreenForm(visit, WebhookCalls.change, webhook.id, part: "state")
        let rotate = ScreenForm(visit, WebhookCalls.rotate, webhook.id)
        let delete = ScreenForm(visit, WebhookCalls.delete, webhook.id)
        let onOff = change.button(
            visit.text(webhook.enabled ? WebhookText.turnOff : .turnOn),
            webhook.enabled ? .quiet : .primary,
            fields: change.hidden("enabled", webhook.enabled ? "false" : "true")
        )
        let secret = rotate.button(
            visit.text(WebhookText.replaceSecret),
            icon: .key,
            confirm: visit.text(WebhookText.replaceSecretSure)
        )
        let removal = delete.button(
            visit.text(PageText.delete),
            .danger,
            confirm: visit.text(WebhookText.deleteSure)
        )
        return Card(
            visit.text(WebhookText.doNow),
            """
            <div class="buttons">\(webhook.enabled ? test.button(visit.text(WebhookText.test), .primary) : .none)\(onOff)\(secret)\
            \(removal)</div>
            """
        )
    }

    private var edit: HTML {
        let form = ScreenForm(visit, WebhookCalls.change, webhook.id, tag: tag, part: "edit")
        return Disclosure(
            visit.text(PageText.edit),
            isOpen: form.refusal != nil,
            form(
                "\(form.alert)\(WebhookFields(form, webhook))\(form.submit(visit.text(PageText.save), .quiet))"
            )
        )
        .html
    }

    // MARK: Deliveries

    private var log: HTML {
        let columns = [WebhookText.event, .state, .answer, .when].map { Table.Column(visit.text($0)) }
        let table = Table(
            id: "deliveries",
            caption: visit.text(WebhookText.deliveries),
            hidesCaption: true,
            columns: columns + [Table.Column("")],
            rows: deliveries.items.map(row),
            narrow: .rows,
            empty: EmptyState(
                .share,
                visit.text(WebhookText.noDeliveries),
                visit.text(WebhookText.noDeliveriesText)
            )
        )
        return
            "<h2>\(visit.text(WebhookText.deliveries))</h2>\(table)\(visit.pager(deliveries.nextCursor, keeping: []))"
    }

    private func row(_ delivery: WebhookDelivery) -> Table.Row {
        let target = WebhookDelivery.Target(webhook: webhook.id, delivery: delivery.id)
        let form = ScreenForm(visit, WebhookCalls.replay, target)
        let again: HTML =
            webhook.enabled && delivery.finishedAt != nil
            ? form(
                "\(Button(visit.text(WebhookText.sendAgain), .quiet))",
                class: "inline-form"
            ) : .none
        let attempt = visit.text(WebhookText.attempt, ["number": .number(delivery.attempt)])
        return Table.Row([
            "<span><code>\(delivery.type)</code> <span class=\"soft\">\(attempt)</span></span>",
            badge(delivery.status).html, "<span>\(answer(to: delivery))</span>",
            visit.time(delivery.finishedAt ?? delivery.scheduledAt), again,
        ])
    }

    private func badge(_ status: WebhookDelivery.Status) -> Badge {
        switch status {
        case .pending: Badge(visit.text(WebhookText.pending), .warning)
        case .delivered: Badge(visit.text(WebhookText.delivered), .good)
        case .failed: Badge(visit.text(WebhookText.failed), .bad)
        case .cancelled: Badge(visit.text(WebhookText.cancelled))
        }
    }

    /// What the endpoint said, or why it said nothing.
    private func answer(to delivery: WebhookDelivery) -> HTML {
        var words: [String] = []
        if let status = delivery.responseStatus { words.append("\(status)") }
        if let milliseconds = delivery.durationMilliseconds {
            words.append(visit.text(WebhookText.inMilliseconds, ["time": .number(milliseconds)]))
        }
        let error: HTML = optional(delivery.error) { "<br>\($0)" }
        let body: HTML = optional(delivery.response.flatMap { $0.isEmpty ? nil : $0 }) {
            Disclosure(visit.text(WebhookText.result), "<pre><code>\($0)</code></pre>").html
        }
        let first: HTML = words.isEmpty ? "–" : "\(words.joined(separator: " · "))"
        return "\(first)\(error)\(body)"
    }
}
