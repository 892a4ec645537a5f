internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension AppPart {
    /// The feeds of a tenant in its console.
    static let oddsFeeds = AppPart(
        screens: [.feeds, .newFeed, .feed],
        sections: [
            Section(
                "admin/feeds",
                FeedText.feeds,
                icon: .download,
                module: .sportsbook,
                role: .admin,
                place: 45
            )
        ],
        overview: [.failingFeeds]
    )
}

extension OverviewBlock {
    /// Feeds whose last run failed, or that are silent.
    static let failingFeeds = OverviewBlock(place: 35, module: .sportsbook, role: .admin) { visit in
        // A tenant has 20 feeds at most.
        let page = try await visit.read(OddsFeedCalls.list, [("limit", "20")])
        let failing = page.items.filter { $0.status == .failing || $0.status == .silent }
        guard !failing.isEmpty else { return nil }
        return ListRow(
            visit.text(FeedText.failingFeeds),
            href: visit.link("admin/feeds"),
            leading: "\(Icon.download)",
            detail: "\(visit.localizer.list(failing.map(\.name)))",
            trailing: "\(Badge("\(failing.count)", .warning))"
        )
    }
}

extension Screen {
    /// Where games, prices and results come from.
    static let feeds = Screen("admin/feeds", "Feeds", module: .sportsbook, for: .role(.admin)) { visit in
        let page = try await visit.read(OddsFeedCalls.list, [("cursor", visit.query("cursor"))])
        let title = visit.text(FeedText.feeds)
        let rows = page.items.map { feed in
            ListRow(
                feed.name,
                href: visit.link("admin/feeds/\(feed.id)"),
                leading: "\(Icon.download)",
                badge: visit.badge(feed).html,
                detail: optional(feed.lastError) { "\($0)" },
                trailingDetail: optional(feed.lastRunAt) { visit.time($0) }
            )
        }
        let add = Button(
            visit.text(FeedText.addFeed),
            .primary,
            icon: .plus,
            .link(visit.link("admin/feeds/new"))
        )
        let empty = EmptyState(
            .download,
            visit.text(FeedText.noFeeds),
            visit.text(FeedText.noFeedsText),
            action: add.html
        )
        return Document(
            title,
            in: "admin/feeds",
            """
            \(PageHead(title, lead: "\(visit.text(FeedText.feedsText))", actions: rows.isEmpty ? .none : add.html))
            \(visit.flash("deleted", FeedText.wasDeleted))
            \(List(rows, label: title, empty: empty))\(visit.pager(page.nextCursor, keeping: []))
            """
        )
    }

    /// A feed: how it goes, and what can be done about it.
    static let feed = Screen(
        "admin/feeds/{id:id}",
        "A feed",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(OddsFeedCalls.run) { visit, _ in "admin/feeds/\(visit.value("id"))?done=run" },
            ScreenWrite(OddsFeedCalls.change, needsRecentSignInIf: \.changesKey) { visit, _ in
                "admin/feeds/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(OddsFeedCalls.delete, needsRecentSignIn: true) { _, _ in
                "admin/feeds?done=deleted"
            },
        ]
    ) { visit in
        let (feed, tag) = try await visit.readTagged(OddsFeedCalls.show, try visit.id())
        return FeedDesk(feed, tag, visit).document
    }
}

extension FormInput {
    /// Whether it replaces the key of a source.
    fileprivate var changesKey: Bool { self["key"]?.isEmpty == false }
}

extension Visit {
    fileprivate func badge(_ feed: OddsFeed) -> Badge {
        switch feed.status {
        case .ok where feed.lastRunAt == nil: Badge(text(FeedText.stateNew))
        case .ok: Badge(text(FeedText.stateOK), .good)
        case .failing: Badge(text(FeedText.stateFailing), .bad)
        case .silent: Badge(text(FeedText.stateSilent), .warning)
        case .off: Badge(text(FeedText.stateOff))
        }
    }
}

private struct FeedDesk {
    private let feed: OddsFeed
    private let tag: String?
    private let visit: Visit

    init(_ feed: OddsFeed, _ tag: String?, _ visit: Visit) {
        self.feed = feed
        self.tag = tag
        self.visit = visit
    }

    var document: Document {
        let error: HTML = optional(feed.lastError) { error in
            Alert(.warning, error, title: visit.text(FeedText.lastError)).html
        }
        return Document(
            feed.name,
            in: "admin/feeds",
            """
            \(PageHead(
                feed.name,
                lead: visit.badge(feed).html,
                back: (visit.text(FeedText.feeds), visit.link("admin/feeds"))
            ))
            \(visit.flash("run", FeedText.isRunning))\(visit.flash("saved", FeedText.wasSaved))\
            \(visit.flash("created", FeedText.wasCreated))\(error)
            \(Columns("\(Card(visit.text(FeedText.runs), facts.html))\(options)", side: "<div class=\"stack\">\(moves)\(edit)</div>"))
            """
        )
    }

    private var facts: Facts {
        func time(_ time: Timestamp?) -> HTML { time.map { visit.time($0) } ?? "–" }
        var facts: [(word: String, value: HTML)] = [
            (
                visit.text(FeedText.source),
                "\(visit.text(feed.source == .html ? FeedText.sourcePage : .sourceAPI))"
            )
        ]
        if let url = feed.url { facts.append((visit.text(FeedText.address), "<code>\(url)</code>")) }
        return Facts(
            facts + [
                (visit.text(FeedText.lastRun), time(feed.lastRunAt)),
                (visit.text(FeedText.lastSuccess), time(feed.lastSuccessAt)),
                (visit.text(FeedText.nextRun), time(feed.nextRunAt)),
                (visit.text(FeedText.schedule), "<code>\(feed.schedule)</code>"),
                (visit.text(FeedText.key), "\(visit.text(feed.keySet ? FeedText.keySet : .keyNone))"),
            ]
        )
    }

    private var options: HTML {
        let form = ScreenForm(visit, OddsFeedCalls.change, feed.id, tag: tag, part: "options")
        let key: HTML =
            feed.source == .oddsAPI
            ? form.field(
                "key",
                visit.text(FeedText.key),
                .text,
                hint: visit.text(FeedText.newKeyHint),
                autocomplete: "off"
            ) : .none
        return Disclosure(
            visit.text(FeedText.options),
            isOpen: form.refusal != nil,
            """
            <p class="soft">\(visit.text(FeedText.optionsText))</p>\(form(
                "\(form.alert)\(FeedFields(form, feed.source, feed.options))\(key)\(form.submit(visit.text(PageText.save), .quiet))"
            ))
            """
        )
        .html
    }

    private var moves: Card {
        let run = ScreenForm(visit, OddsFeedCalls.run, feed.id)
        let change = ScreenForm(visit, OddsFeedCalls.change, feed.id, part: "state")
        let delete = ScreenForm(visit, OddsFeedCalls.delete, feed.id)
        let onOff = change.button(
            visit.text(feed.enabled ? FeedText.turnOff : .turnOn),
            feed.enabled ? .quiet : .primary,
            fields: change.hidden("enabled", feed.enabled ? "false" : "true")
        )
        let now = run.button(visit.text(FeedText.runNow), .primary, icon: .download)
        return Card(
            visit.text(FeedText.doNow),
            """
            <div class="buttons">\(feed.enabled ? now : .none)\(onOff)\
            \(delete.button(visit.text(PageText.delete), .danger, confirm: visit.text(FeedText.deleteSure)))</div>
            """
        )
    }

    private var edit: HTML {
        let form = ScreenForm(visit, OddsFeedCalls.change, feed.id, tag: tag, part: "edit")
        let url: HTML =
            feed.source == .html
            ? form.field("url", visit.text(FeedText.address), .url, value: feed.url, isRequired: true) : .none
        return Disclosure(
            visit.text(PageText.edit),
            isOpen: form.refusal != nil,
            form(
                """
                \(form.alert)
                \(form.field("name", visit.text(FeedText.name), value: feed.name, isRequired: true))\(url)
                \(form.field("schedule", visit.text(FeedText.schedule), value: feed.schedule, hint: visit.text(FeedText.scheduleHint), isRequired: true))
                \(form.submit(visit.text(PageText.save), .quiet))
                """
            )
        )
        .html
    }
}
