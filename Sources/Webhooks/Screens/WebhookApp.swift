internal import HTTPServer
internal import Localization
package import Pages
internal import ParlayAPI
internal import Tenancy

extension AppPart {
    /// The endpoints for events of a tenant, in its console.
    package static let webhooks = AppPart(
        screens: [.webhooks, .webhook],
        sections: [
            Section("admin/webhooks", WebhookText.webhooks, icon: .share, role: .admin, place: 85)
        ],
        overview: [.failingWebhooks]
    )
}

extension OverviewBlock {
    /// Endpoints that the server turned off.
    static let failingWebhooks = OverviewBlock(place: 60, role: .admin) { visit in
        // A tenant has 20 webhooks at most.
        let page = try await visit.read(WebhookCalls.list, [("limit", "20")])
        let failing = page.items.filter { $0.disabledReason != nil }
        guard !failing.isEmpty else { return nil }
        return ListRow(
            visit.text(WebhookText.failingWebhooks),
            href: visit.link("admin/webhooks"),
            leading: "\(Icon.share)",
            detail: "\(visit.localizer.list(failing.map { $0.host }))",
            trailing: "\(Badge("\(failing.count)", .warning))"
        )
    }
}

extension Screen {
    /// The endpoints, and a form for another.
    static let webhooks = Screen(
        "admin/webhooks",
        "Webhooks",
        for: .role(.admin),
        writes: [ScreenWrite(showing: WebhookCalls.create, needsRecentSignIn: true)]
    ) { visit in
        let page = try await visit.read(WebhookCalls.list, [("cursor", visit.query("cursor"))])
        let title = visit.text(WebhookText.webhooks)
        let list = List(
            page.items.map { row($0, visit) },
            label: title,
            empty: EmptyState(
                .share,
                visit.text(WebhookText.noWebhooks),
                visit.text(WebhookText.noWebhooksText)
            )
        )
        let made: HTML = optional(visit.answer(of: WebhookCalls.create)) { $0.secretCard(visit) }
        return Document(
            title,
            in: "admin/webhooks",
            """
            \(PageHead(title, lead: "\(visit.text(WebhookText.webhooksText))"))
            \(visit.flash("deleted", WebhookText.wasDeleted))\(made)
            \(Columns("\(list)\(visit.pager(page.nextCursor, keeping: []))", side: "\(creation(visit))"))
            """
        )
    }

    private static func row(_ webhook: Webhook, _ visit: Visit) -> ListRow {
        ListRow(
            webhook.host,
            href: visit.webhookLink(webhook.id),
            leading: "\(Icon.share)",
            badge: webhook.badge(visit).html,
            detail: "\(webhook.names(visit))"
        )
    }

    private static func creation(_ visit: Visit) -> Card {
        // After a success the form is empty again.
        let form = ScreenForm(visit, WebhookCalls.create)
        return Card(
            visit.text(WebhookText.add),
            form(
                "\(form.alert)\(WebhookFields(form, nil))\(form.submit(visit.text(WebhookText.add), icon: .plus))"
            )
        )
    }

    /// An endpoint with its deliveries.
    static let webhook = Screen(
        "admin/webhooks/{id:id}",
        "A webhook",
        for: .role(.admin),
        writes: [
            ScreenWrite(WebhookCalls.change, needsRecentSignIn: true) { $1.doneWebhook("saved", $0) },
            ScreenWrite(WebhookCalls.test) { $1.doneWebhook("test", $0) },
            ScreenWrite(WebhookCalls.replay) { $1.doneWebhook("sent", $0) },
            ScreenWrite(showing: WebhookCalls.rotate, needsRecentSignIn: true),
            ScreenWrite(WebhookCalls.delete, needsRecentSignIn: true) { _, _ in
                "admin/webhooks?done=deleted"
            },
        ]
    ) { visit in try await WebhookDesk(visit).document }
}

extension Response {
    /// Where a form of an endpoint's page leads.
    fileprivate func doneWebhook(_ what: String, _ visit: Visit) -> String {
        "admin/webhooks/\(visit.value("id"))?done=\(what)"
    }
}

extension Visit {
    func webhookLink(_ id: Webhook.ID) -> String { link("admin/webhooks/\(id)") }
}

/// Where events go, and which.
struct WebhookFields: Part {
    private let form: ScreenForm
    private let webhook: Webhook?

    init(_ form: ScreenForm, _ webhook: Webhook?) {
        self.form = form
        self.webhook = webhook
    }

    var html: HTML {
        let visit = form.visit
        let types =
            [Field.Option(WebhookUpdate.everything, visit.text(WebhookText.everyEvent))]
            + offered(visit).map { Field.Option($0, $0) }
        return """
            \(form.field(
                "url",
                visit.text(WebhookText.address),
                .url,
                value: webhook?.url,
                hint: visit.text(WebhookText.addressHint),
                placeholder: "https://",
                isRequired: true
            ))
            \(form.field(
                "events",
                visit.text(WebhookText.events),
                .checkboxes(types),
                value: webhook.map { $0.events.joined(separator: ",") },
                hint: visit.text(WebhookText.eventsHint)
            ))
            """
    }
}

extension WebhookFields {
    /// The types that can happen in the tenant, and those that are subscribed to all the same.
    private func offered(_ visit: Visit) -> [String] {
        NoticeKind.allCases.filter { kind in
            kind.module.map(visit.tenant.modules.contains) ?? true
                || webhook?.events.contains(kind.eventType) == true
        }.map(\.eventType)
    }
}

extension Webhook {
    /// Of its URL, for lists: the rest may hold a token.
    var host: String {
        let rest = url.split(separator: "://", maxSplits: 1).last.map(String.init) ?? url
        return String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// Which events it gets.
    func names(_ visit: Visit) -> String {
        events == [WebhookUpdate.everything]
            ? visit.text(WebhookText.everyEvent) : events.joined(separator: ", ")
    }

    func badge(_ visit: Visit) -> Badge {
        switch disabledReason {
        case .gone?: Badge(visit.text(WebhookText.stateGone), .bad)
        case .failing?: Badge(visit.text(WebhookText.stateFailing), .bad)
        case nil:
            enabled ? Badge(visit.text(WebhookText.stateOn), .good) : Badge(visit.text(WebhookText.stateOff))
        }
    }

    /// The secret, which is shown once.
    func secretCard(_ visit: Visit) -> HTML {
        optional(secret) { secret in
            Card(
                visit.text(WebhookText.secret),
                isAccent: true,
                id: "secret",
                "<p>\(visit.text(WebhookText.secretOnce))</p><p><code>\(secret)</code></p>"
            )
            .html
        }
    }
}
