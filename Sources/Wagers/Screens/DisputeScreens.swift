internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The wagers whose sides disagree, as a queue.
    static let disputes = Screen("admin/disputes", "Disputes", module: .wagers, for: .role(.moderator)) {
        visit in
        let page = try await visit.read(WagerCalls.disputes, [("cursor", visit.query("cursor"))])
        let title = visit.text(DisputeText.disputes)
        let empty = EmptyState(
            .check,
            visit.text(DisputeText.noDisputes),
            visit.text(DisputeText.noDisputesText)
        )
        return Document(
            title,
            in: "admin/disputes",
            """
            \(PageHead(title, lead: "\(visit.text(DisputeText.disputesText))"))
            \(visit.flash("decided", DisputeText.wasDecided))
            <div class="region" id="disputes" data-subject="wager/*">\
            \(List(page.items.map { row($0, visit) }, label: title, empty: empty))</div>
            \(visit.pager(page.nextCursor, keeping: []))
            """
        )
    }

    private static func row(_ wager: Wager, _ visit: Visit) -> ListRow {
        let view = WagerView(wager, visit)
        let since: HTML = optional(wager.disputedAt) {
            " · \(visit.text(DisputeText.waitsSince, ["time": .text(visit.date($0))]))"
        }
        return ListRow(
            wager.name,
            href: visit.disputeLink(wager.id),
            leading: Avatar(wager.challenger, visit).html,
            detail: "\(view.bothNames)\(since)",
            trailing: Money(view.amount).html,
            id: "wager-\(wager.id)"
        )
    }

    /// A wager with both sides and what a decision makes of it.
    static let dispute = Screen(
        "admin/disputes/{id:id}",
        "A dispute",
        module: .wagers,
        for: .role(.moderator),
        writes: [
            ScreenWrite(WagerCalls.arbitrate, needsRecentSignIn: true) { _, _ in
                "admin/disputes?done=decided"
            },
            ScreenWrite(WagerCalls.void, needsRecentSignIn: true) { visit, _ in
                "admin/disputes/\(visit.value("id"))?done=void"
            },
            ScreenWrite(HidingCalls.hide) { visit, _ in "admin/disputes/\(visit.value("id"))?done=hidden" },
        ]
    ) { visit in
        let (wager, tag) = try await visit.readTagged(WagerCalls.show, try visit.id())
        return try await DisputePage(WagerView(wager, visit), tag).document
    }
}

extension OverviewBlock {
    /// How many wagers wait for a decision.
    static let disputes = OverviewBlock(place: 20, module: .wagers, load: DisputesWaiting.row)
}

extension HomeBlock {
    /// The same, where a moderator begins the day.
    static let disputes = HomeBlock(place: 5, module: .wagers) { visit in
        guard visit.isModerator, let row = try await DisputesWaiting.row(visit) else { return nil }
        return
            "<section id=\"home-disputes\" class=\"region\" data-subject=\"wager/*\">\(List([row]))</section>"
    }
}

private enum DisputesWaiting {
    /// `nil` if there are none.
    static func row(_ visit: Visit) async throws -> ListRow? {
        let open = try await visit.read(WagerCalls.disputes, [("limit", "20")])
        guard !open.items.isEmpty else { return nil }
        let count = "\(open.items.count)\(open.nextCursor == nil ? "" : "+")"
        return ListRow(
            visit.text(DisputeText.disputes),
            href: visit.link("admin/disputes"),
            leading: "\(Icon.shield)",
            detail: "\(visit.text(DisputeText.wait))",
            trailing: "\(Badge(count, .warning))"
        )
    }
}

extension PersonBlock {
    /// The wagers of somebody, as far as the one who looks may see them.
    static let consoleWagers = PersonBlock(place: 30, module: .wagers, role: .moderator) { visit, profile in
        let page = try await visit.read(WagerFeedCalls.ofPerson, profile.person.id, [("limit", "5")])
        let rows = page.items.map { wager in
            let view = WagerView(wager, visit)
            return ListRow(
                wager.name,
                href: visit.disputeLink(wager.id),
                badge: view.badge.html,
                detail: "\(view.bothNames) · \(visit.time(wager.openedAt, .day))",
                trailing: Money(view.amount).html
            )
        }
        let empty = EmptyState(.die, visit.text(DisputeText.noneOf))
        return Card(
            visit.text(DisputeText.wagersOf),
            "\(WagerFigures.stats(profile.wagers, visit, rating: .theirRating))\(List(rows, empty: empty))"
        ).html
    }
}

extension Visit {
    /// A wager in the console.
    func disputeLink(_ id: Int64, _ query: [(String, String?)] = []) -> String {
        link("admin/disputes/\(id)", query)
    }
}

extension WagerView {
    fileprivate var bothNames: String {
        guard wager.challengee != nil else { return name(.challenger) }
        return visit.say(
            .between,
            ["first": .text(name(.challenger)), "second": .text(name(.challengee))]
        )
    }
}
