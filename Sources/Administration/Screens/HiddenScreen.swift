internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What moderators have hidden, to be shown again.
    static let hidden = Screen(
        "admin/hidden",
        "Hidden content",
        for: .role(.moderator),
        writes: [ScreenWrite(HidingCalls.show) { _, _ in "admin/hidden?done=shown" }]
    ) { visit in
        let page = try await visit.read(HidingCalls.list, [("cursor", visit.query("cursor"))])
        let rows = page.items.map { entry in
            let form = ScreenForm(visit, HidingCalls.show, entry.id)
            let name = entry.part.flatMap { part in
                visit.hideableParts(of: entry.subject.type).first { $0.value == part }?.label ?? part
            }
            return ListRow(
                entry.person.fullName,
                href: visit.link(to: entry.subject),
                leading: "\(Avatar(entry.person, visit))",
                badge: optional(name) { "\(Badge($0))" },
                detail: "\(entry.reason) · \(entry.by.fullName) · \(visit.time(entry.createdAt))",
                trailing: form.button(visit.text(AdminText.showAgain))
            )
        }
        return Document(
            visit.text(AdminText.hidden),
            in: "admin/reports",
            """
            \(PageHead(
                visit.text(AdminText.hidden),
                lead: "\(visit.text(AdminText.hiddenText))",
                back: (visit.text(AdminText.reports), visit.link("admin/reports"))
            ))
            \(visit.flash("shown", AdminText.wasShown))
            \(List(rows, label: visit.text(AdminText.hidden), empty: EmptyState(.block, visit.text(AdminText.noneHidden))))
            \(visit.pager(page.nextCursor))
            """
        )
    }
}
