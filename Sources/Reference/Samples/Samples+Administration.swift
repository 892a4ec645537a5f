extension Samples {
    /// Calls for moderators and admins.
    static let administration = [
        "listAdminReports": """
        for try await report in parlay.admin.reports(in: [.open]) {
            print(report.reason.rawValue, report.text)
        }
        """,
        "changeAdminReport": """
        try await parlay.admin.decide(1) {
            $0.status = .set(.resolved)
            $0.note = .set("Warned them.")
        }
        """,
        "getAdminSettings": "let settings = try await parlay.admin.settings()",
        "changeAdminSettings": """
        try await parlay.admin.changeSettings(["registration": "invite", "token_days": 30])
        """,
        "getAdminCategories": "let categories = try await parlay.admin.categories()",
        "replaceAdminCategories": #"try await parlay.admin.setCategories(["Sports", "Food", "Other"])"#,
        "listAdminInvites": """
        for try await invite in parlay.admin.invites() {
            print(invite.prefix, invite.used)
        }
        """,
        "createAdminInvite": """
        let invite = try await parlay.admin.makeInvite(uses: 3)
        print(invite.code)
        """,
        "deleteAdminInvite": "try await parlay.admin.removeInvite(1)",
        "listAdminAccounts": """
        for try await account in parlay.admin.accounts(matching: "chen") {
            print(account.person.username, account.email ?? "")
        }
        """,
        "changeAdminAccount": "try await parlay.admin.change(account: 4, role: .moderator)",
        "listAdminAudit": """
        for try await entry in parlay.admin.auditLog() {
            print(entry.createdAt, entry.action.rawValue)
        }
        """,
        "listAdminWebhooks": """
        for try await webhook in parlay.admin.webhooks.all() {
            print(webhook.url, webhook.enabled)
        }
        """,
        "createAdminWebhook": """
        let webhook = try await parlay.admin.webhooks.add(
            "https://app.example.org/hooks/parlay", events: ["match.made", "meetup.accepted"]
        )
        print(webhook.secret ?? "")
        """,
        "getAdminWebhook": "let webhook = try await parlay.admin.webhooks.get(1)",
        "changeAdminWebhook": "try await parlay.admin.webhooks.update(1) { $0.enabled = .set(false) }",
        "deleteAdminWebhook": "try await parlay.admin.webhooks.remove(1)",
        "postAdminWebhookSecret": "let webhook = try await parlay.admin.webhooks.replaceSecret(of: 1)",
        "listAdminWebhookDeliveries": """
        for try await delivery in parlay.admin.webhooks.deliveries(to: 1) {
            print(delivery.type, delivery.status.rawValue)
        }
        """,
        "createAdminWebhookDeliveryReplay": "try await parlay.admin.webhooks.replay(1, to: 1)",
    ]
}
