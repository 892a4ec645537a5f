internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// Finds an account in all tenants by its exact username or email.
struct AccountsScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() async throws -> Response {
        let name = visit.query("q")
        var rows: [OperatorAccount] = []
        if let name {
            rows = try await OperatorAccount.find(
                name,
                after: visit.query("cursor"),
                limit: ConsoleVisit.pageLength + 2,
                visit.database
            )
        }
        // A tenant's two are never torn apart.
        var shown = rows
        while shown.count > ConsoleVisit.pageLength, let last = shown.last?.tenant {
            shown.removeAll { $0.tenant == last }
        }
        let next = rows.count > ConsoleVisit.pageLength ? shown.last?.tenant : nil
        let search = SearchForm(
            action: "/accounts",
            label: visit.text(.findAccount),
            button: visit.localizer.text(PageText.search),
            value: name ?? ""
        )
        return visit.page(
            visit.text(.accounts),
            in: .accounts,
            """
            \(PageHead(visit.text(.accounts), lead: "\(visit.text(.accountsText))"))
            \(search)
            \(name == nil ? HTML.none : table(shown))
            \(visit.pager("/accounts", [("q", name)], next: next))
            \(visit.command(Shell.line("account show", [name ?? "NAME"], [("--tenant", shown.first?.tenant ?? "SLUG")])))
            """
        )
    }

    private func table(_ accounts: [OperatorAccount]) -> HTML {
        Table(
            id: "accounts",
            caption: visit.text(.accounts),
            hidesCaption: true,
            columns: [
                .init(visit.text(.username)), .init(visit.text(.tenant)), .init(visit.text(.email)),
                .init(visit.text(.role)), .init(visit.text(.state)), .init(visit.text(.lastActive)),
            ],
            rows: accounts.map { account in
                Table.Row([
                    "\(account.username)", "<a href=\"/tenants/\(account.tenant)\">\(account.tenant)</a>",
                    "\(account.email ?? "–")", "\(account.role)", badge(account.status).html,
                    visit.time(account.lastActiveAt),
                ])
            },
            narrow: .rows,
            empty: EmptyState(.search, visit.text(.nobody), visit.text(.nobodyText))
        )
        .html
    }

    private func badge(_ status: String) -> Badge {
        switch status {
        case "active": Badge(visit.text(.active), .good)
        case "suspended": Badge(visit.text(.suspended), .warning, icon: .block)
        default: Badge(visit.text(.deleted))
        }
    }
}
