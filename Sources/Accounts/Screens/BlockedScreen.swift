internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    static let blocked = Screen(
        "me/blocked",
        "Blocked people",
        writes: [ScreenWrite(BlockCalls.remove) { _, _ in "me/blocked?done=unblocked" }]
    ) { visit in
        let page = try await visit.read(BlockCalls.list, [("cursor", visit.query("cursor"))])
        let rows = page.items.map { block in
            let form = ScreenForm(visit, BlockCalls.remove, block.person.id)
            let since = visit.text(
                AccountText.blockedSince,
                ["date": .text(visit.date(block.createdAt, .day))]
            )
            return ListRow(
                block.person.fullName,
                leading: "\(Avatar(block.person, visit))",
                detail: "@\(block.person.username) · \(since)",
                trailing: form.button(visit.text(AccountText.unblock), .quiet),
                id: "blocked-\(block.person.id)"
            )
        }
        let empty = EmptyState(
            .block,
            visit.text(AccountText.noBlocked),
            visit.text(AccountText.noBlockedText)
        )
        return Document(
            visit.text(AccountText.blocked),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.blocked), back: visit.meLink))
            \(visit.flash("blocked", AccountText.wasBlocked))\(visit.flash("unblocked", AccountText.wasUnblocked))
            \(List(rows, label: visit.text(AccountText.blocked), empty: empty))
            \(visit.pager(page.nextCursor))
            """
        )
    }
}
