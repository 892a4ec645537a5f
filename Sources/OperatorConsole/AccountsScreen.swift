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
                after: visit.query("cursor").flatMap { Int64($0) },
                limit: ConsoleVisit.pageLength + 1,
                visit.database
            )
        }
        let (shown, next) = ConsoleVisit.page(of: rows, cursor: { "\($0.tenantID)" })
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
                .init(visit.text(.role)), .init(visit.text(.state)), .init(visit.utc(.lastActive)),
            ],
            rows: accounts.map { account in
                Table.Row([
                    "<a href=\"/accounts/\(account.tenant)/\(account.id)\">\(account.username)</a>",
                    visit.tenant(account.tenant), "\(account.email ?? "–")", "\(visit.role(account.role))",
                    visit.status(account.status).html,
                    visit.time(account.lastActiveAt),
                ])
            },
            narrow: .rows,
            empty: EmptyState(.search, visit.text(.nobody), visit.text(.nobodyText))
        )
        .html
    }
}
