internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What needs somebody's attention. Components add what they know.
    static let overview = Screen("admin", "Console", for: .role(.moderator)) { visit in
        let open = try await visit.read(ReportCalls.list, [("status", "open"), ("limit", "20")])
        let blocks = try await visit.overviewBlocks()
        let charts = try await FigureCharts(visit)
        let count = "\(open.items.count)\(open.nextCursor == nil ? "" : "+")"
        let reports =
            open.items.isEmpty
            ? []
            : [
                ListRow(
                    visit.text(AdminText.reports),
                    href: visit.link("admin/reports"),
                    leading: "\(Icon.flag)",
                    detail: "\(visit.text(AdminText.reportsWait))",
                    trailing: "\(Badge(count, .warning))"
                )
            ]
        return Document(
            visit.text(AdminText.overview),
            in: "admin",
            """
            \(PageHead(visit.text(AdminText.consoleOf, ["name": .text(visit.tenant.name)])))
            <section id="attention" data-subject="report/*"><h2>\(visit.text(AdminText.attention))</h2>\
            \(List(
                reports + blocks,
                label: visit.text(AdminText.attention),
                empty: EmptyState(.check, visit.text(AdminText.allWell), visit.text(AdminText.allWellText))
            ))</section>
            \(charts.html)
            """
        )
    }
}
