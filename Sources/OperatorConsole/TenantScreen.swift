internal import Administration
internal import Components
internal import Console
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// One tenant: what it has, its settings, and what the operator can change.
struct TenantScreen {
    private let visit: ConsoleVisit
    private var slug: String { visit.parameter("slug") }
    private var path: String { "/tenants/\(RequestTarget.encode(slug))" }

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show(_ refusal: String? = nil) async throws -> Response {
        guard let (row, sizes) = try await OperatorTenants.show(slug, visit.database) else {
            throw ConsoleError.notFound
        }
        let jobs = try await JobAdmin.counts(tenant: slug, visit.database)
        guard let tenant = row.tenant else { throw ConsoleError.notFound }
        let load = try await OperatorLoad.lastDay(of: tenant.id, at: visit.now, visit.database)
        return visit.page(
            tenant.name,
            in: .tenants,
            status: refusal == nil ? 200 : 422,
            """
            \(PageHead(
                tenant.name,
                lead: "<code>\(slug)</code> \(visit.state(tenant))",
                back: (visit.text(.tenants), "/tenants"),
                actions: ButtonRow(markup: [
                    Button(visit.text(.newAccount), .quiet, icon: .plus, .link("\(path)/account")).html,
                    Button(visit.text(.settings), .quiet, icon: .settings, .link("\(path)/settings")).html,
                    statusButton(tenant),
                ]).html
            ))
            \(visit.flash([
                "created": .tenantCreated, "changed": .tenantChanged, "suspended": .tenantSuspended,
                "resumed": .tenantResumed,
            ]))
            \(visit.alert(refusal))
            \(sizes.accounts == 0 ? firstAdmin.html : .none)
            \(figures(sizes, jobs))
            \(LoadCharts(visit, load).html)
            \(Columns("\(facts(tenant))\(moving())", side: "<div class=\"stack\">\(rename(tenant))\(modules(tenant))\(hosts(tenant))</div>"))
            """
        )
    }

    private var firstAdmin: NextStep {
        NextStep(
            visit.text(.noAccounts),
            detail: "\(visit.text(.noAccountsText))",
            isMine: true,
            actions: Button(visit.text(.newAccount), .primary, icon: .plus, .link("\(path)/account")).html
        )
    }

    private func figures(_ sizes: OperatorTenants.Sizes, _ jobs: JobAdmin.Counts) -> HTML {
        func link(_ path: String, _ query: [(String, String?)], _ number: Int) -> HTML {
            "<a href=\"\(ConsoleVisit.link(path, query))\">\(visit.count(number))</a>"
        }
        return StatRow([
            Stat(visit.text(.accounts), "\(visit.count(sizes.accounts))"),
            Stat(visit.text(.devices), "\(visit.count(sizes.tokens))"),
            Stat(
                visit.text(.waiting),
                link("/jobs", [("state", "available"), ("tenant", slug)], jobs[.available])
            ),
            Stat(visit.text(.dead), link("/jobs", [("tenant", slug)], jobs[.dead])),
            Stat(visit.text(.mail), link("/mail", [("tenant", slug)], sizes.mails)),
            Stat(visit.text(.auditEntries), link("/audit", [("tenant", slug)], sizes.audit)),
        ])
        .html
    }

    private func facts(_ tenant: Tenant) -> HTML {
        Card(
            visit.text(.about),
            """
            \(Facts([
                (visit.text(.number), "\(tenant.id.rawValue)"), (visit.utc(.created), visit.time(tenant.createdAt)),
                (visit.text(.modules), "\(tenant.modules.map(\.rawValue).sorted().joined(separator: ", "))"),
                (visit.text(.hosts), "\(tenant.hosts.isEmpty ? "–" : tenant.hosts.joined(separator: ", "))"),
            ]))\(tenant.isActive ? links : .none)\(visit.command(Shell.line("tenant show", [slug])))
            """
        )
        .html
    }

    private var links: HTML {
        ButtonRow(markup: [
            Button(visit.text(.openApp), .plain, icon: .home, .link(visit.app(of: slug))).html,
            Button(visit.text(.openConsole), .plain, icon: .shield, .link(visit.app(of: slug, "admin"))).html,
        ])
        .html
    }

    private func statusButton(_ tenant: Tenant) -> HTML {
        tenant.isActive
            ? Button(visit.text(.suspend), .quiet, icon: .block, .link("\(path)/suspend")).html
            : visit.move("resume", to: path, Button(visit.text(.resume), .primary, icon: .check).html)
    }

    // MARK: Forms

    private func rename(_ tenant: Tenant) -> HTML {
        Card(
            visit.text(.rename),
            visit.form(
                "rename",
                to: path,
                """
                \(Field("name", visit.text(.name), value: visit.typed("name") ?? tenant.name, isRequired: true,
                    limits: .init(maxLength: 200)))\(Button(visit.text(.rename)))
                """
            ) + visit.command(Shell.line("tenant set", [slug, "name=\(tenant.name)"]))
        )
        .html
    }

    private func modules(_ tenant: Tenant) -> HTML {
        let names = tenant.modules.map(\.rawValue)
        return Card(
            visit.text(.modules),
            visit.form(
                "modules",
                to: path,
                "\(visit.modulesField(chosen: Set(names)))\(Button(visit.localizer.text(PageText.save)))"
            )
                + visit.command(
                    Shell.line("tenant set", [slug, "modules=\(names.sorted().joined(separator: ","))"])
                )
        )
        .html
    }

    private func hosts(_ tenant: Tenant) -> HTML {
        let hosts = tenant.hosts.joined(separator: ", ")
        return Card(
            visit.text(.hosts),
            visit.form(
                "hosts",
                to: path,
                """
                \(Field("hosts", visit.text(.hosts), value: visit.typed("hosts") ?? hosts, hint: visit.text(.hostsHint)))\
                \(Button(visit.localizer.text(PageText.save)))
                """
            )
                + visit.command(
                    Shell.line("tenant set", [slug, "hosts=\(tenant.hosts.joined(separator: ","))"])
                )
        )
        .html
    }

    /// How it goes to another installation, or away.
    private func moving() -> HTML {
        Card(
            visit.text(.move),
            """
            <p>\(visit.text(.moveText))</p>\
            \(ButtonRow(markup: [
                """
                <form class="inline-form" method="post" action="\(path)/export">\
                \(Button(visit.text(.export), .quiet, icon: .download))</form>
                """,
                Button(visit.text(.transfers), .plain, icon: .swap, .link("/transfers")).html,
                Button(visit.text(.deleteTenant), .plain, icon: .cross, .link("\(path)/delete")).html,
            ]))\(visit.command(Shell.line("export", [slug], [("--out", "\(slug).gz")])))
            """
        )
        .html
    }

    // MARK: Changes

    func change() async throws -> Response {
        guard let action = visit.typed("_action") else { throw ConsoleError.badForm }
        do {
            let done = try await apply(action)
            return visit.redirect(to: ConsoleVisit.link(path, [("done", done)]))
        } catch AdministrationError.unknownTenant {
            throw ConsoleError.notFound
        } catch let error as AdministrationError {
            return try await show(error.description)
        }
    }

    /// Returns what is said afterwards.
    private func apply(_ action: String) async throws -> String {
        let slug = slug
        switch action {
        case "resume":
            _ = try await visit.withTenants { try $0.setActive(true, slug) }
            return "resumed"
        case "rename":
            let name = visit.typed("name") ?? ""
            _ = try await visit.withTenants { try $0.rename(slug, name) }
        case "modules":
            let modules = visit.chosenModules
            _ = try await visit.withTenants { try $0.setModules(modules, of: slug) }
        case "hosts":
            let hosts = (visit.typed("hosts") ?? "").split { ", \n\r".contains($0) }.map(String.init)
            _ = try await visit.withTenants { try $0.setHosts(hosts, of: slug) }
        default: throw ConsoleError.badForm
        }
        return "changed"
    }
}
