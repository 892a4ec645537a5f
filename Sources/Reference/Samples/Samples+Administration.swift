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
        "getAdminAccount": """
        let account = try await parlay.admin.account(4)
        print(account.person.username, account.email ?? "")
        """,
        "changeAdminAccount": """
        try await parlay.admin.change(account: 4, role: .moderator)
        // Moderators:
        try await parlay.admin.moderate(4) {
            $0.photo = .set(nil)
            $0.reason = "Not your own picture."
        }
        """,
        "listHiddenContent": """
        for try await hidden in parlay.admin.hiddenContent() {
            print(hidden.subject.type, hidden.part ?? "", hidden.reason)
        }
        """,
        "hideContent": """
        let photo = Subject(type: "account", id: 4)
        try await parlay.admin.hide(photo, part: "photo", reason: "Not your own picture.")
        """,
        "showContent": "try await parlay.admin.show(1)",
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
        "postAdminWebhookTest": "let delivery = try await parlay.admin.webhooks.test(1)",
        "getFeaturedGames": "let games = try await parlay.admin.featuredGames()",
        "replaceFeaturedGames": "try await parlay.admin.setFeaturedGames([1942, 1416])",
        "postAdminWebhookSecret": "let webhook = try await parlay.admin.webhooks.replaceSecret(of: 1)",
        "listAdminWebhookDeliveries": """
        for try await delivery in parlay.admin.webhooks.deliveries(to: 1) {
            print(delivery.type, delivery.status.rawValue)
        }
        """,
        "createAdminWebhookDeliveryReplay": "try await parlay.admin.webhooks.replay(1, to: 1)",
    ]

    /// Calls for the admins of a sportsbook.
    static let sportsbookAdministration = [
        "createTournament": """
        let draft = TournamentDraft(sport: "american_football", name: "Office league", season: "2026")
        let tournament = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminTournament": "let tournament = try await parlay.admin.sportsbook.tournament(1)",
        "updateTournament": """
        try await parlay.admin.sportsbook.update(tournament: 1) { $0.status = .set(.closed) }
        """,
        "deleteTournament": "try await parlay.admin.sportsbook.remove(tournament: 1)",
        "createEvent": """
        let draft = EventDraft(tournamentID: 1, home: "Kings", away: "Queens", startsAt: Timestamp(tomorrow))
        let event = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminEvent": "let event = try await parlay.admin.sportsbook.event(1)",
        "updateEvent": """
        // Either of these:
        try await parlay.admin.sportsbook.enterResult(of: 1, home: 27, away: 20)
        try await parlay.admin.sportsbook.update(event: 1) { $0.status = .set(.postponed) }
        """,
        "deleteEvent": "try await parlay.admin.sportsbook.remove(event: 1)",
        "createMarket": """
        let draft = MarketDraft(
            eventID: 1, kind: .spread, line: MarketLine(-3.5),
            outcomes: [OutcomeDraft(side: .home, price: .assumed), OutcomeDraft(side: .away, price: .assumed)]
        )
        let market = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminMarket": "let market = try await parlay.admin.sportsbook.market(1)",
        "updateMarket": """
        try await parlay.admin.sportsbook.update(market: 1) { $0.status = .set(.suspended) }
        """,
        "deleteMarket": "try await parlay.admin.sportsbook.remove(market: 1)",
        "getAdminOutcome": "let outcome = try await parlay.admin.sportsbook.outcome(1)",
        "updateOutcome": """
        if let price = AmericanPrice("+120") {
            try await parlay.admin.sportsbook.update(outcome: 1) { $0.price = .set(price) }
        }
        """,
        "importOdds": """
        let counts = try await parlay.admin.sportsbook.importOdds(Data(contentsOf: file), as: .csv, season: "2025")
        print(counts.created, counts.updated, counts.unchanged)
        """,
        "listAdminFeeds": """
        for try await feed in parlay.admin.sportsbook.feeds() {
            print(feed.name, feed.status.rawValue, feed.lastError ?? "")
        }
        """,
        "createAdminFeed": """
        let draft = OddsFeedDraft(source: .html, name: "Lines", url: "https://lines.example/week")
        let feed = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminFeed": "let feed = try await parlay.admin.sportsbook.feed(1)",
        "changeAdminFeed": "try await parlay.admin.sportsbook.update(feed: 1) { $0.enabled = .set(false) }",
        "deleteAdminFeed": "try await parlay.admin.sportsbook.remove(feed: 1)",
        "postAdminFeedRun": "let feed = try await parlay.admin.sportsbook.run(feed: 1)",
        "listEventBets":
            "for try await bet in parlay.admin.sportsbook.bets(on: 3) { print(bet.person.displayName) }",
        "getAccountWallet": "let wallet = try await parlay.admin.sportsbook.wallet(of: 4)",
        "listAccountWalletEntries": """
        for try await entry in parlay.admin.sportsbook.entries(of: 4) { print(entry.kind, entry.amountCents) }
        """,
        "previewFeed": """
        let preview = try await parlay.admin.sportsbook.preview(
            FeedPreviewDraft(source: .html, url: "https://odds.example.org/", options: ["tournament": "NFL", "sport": "football"])
        )
        print(preview.games.count, preview.problems)
        """,
        "grantMoney": """
        try await parlay.admin.sportsbook.grant(50_000, to: 4, reason: "Welcome back.")
        """,
    ]
}
