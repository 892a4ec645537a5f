internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// All tenants, and a form for a new one.
struct TenantsScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show(_ refusal: String? = nil) async throws -> Response {
        let text = visit.query("q")
        let rows = try await OperatorTenants.page(
            text,
            after: visit.query("cursor"),
            limit: ConsoleVisit.pageLength + 1,
            visit.database
        )
        let (shown, next) = ConsoleVisit.page(of: rows, cursor: \.slug)
        let list = Table(
            id: "tenants",
            caption: visit.text(.tenants),
            hidesCaption: true,
            columns: [
                .init(visit.text(.slug)), .init(visit.text(.name)), .init(visit.text(.state)),
                .init(visit.text(.modules)), .init(visit.utc(.created)),
            ],
            rows: shown.map(row),
            narrow: .rows,
            empty: EmptyState(.home, visit.text(.noTenants), visit.text(.noTenantsText))
        )
        let search = SearchForm(
            action: "/tenants",
            label: visit.text(.findTenant),
            button: visit.localizer.text(PageText.search),
            value: text ?? ""
        )
        return visit.page(
            visit.text(.tenants),
            in: .tenants,
            status: refusal == nil ? 200 : 422,
            """
            \(PageHead(
                visit.text(.tenants),
                actions: Button(visit.text(.transfers), .quiet, icon: .swap, .link("/transfers")).html
            ))
            \(visit.alert(refusal))
            \(Columns(
                "\(search)\(list)\(visit.pager("/tenants", [("q", text)], next: next))\(visit.command("parlay admin tenant list"))",
                side: creation.html
            ))
            """
        )
    }

    private func row(_ row: TenantRow) -> Table.Row {
        let name: HTML = "<a href=\"/tenants/\(row.slug)\">\(row.slug)</a>"
        guard let tenant = row.tenant else {
            return Table.Row([name, "", "\(Badge(visit.text(.invalidSettings), .bad))", "", ""])
        }
        return Table.Row([
            name, "\(tenant.name)", visit.state(tenant).html,
            "\(tenant.modules.map(\.rawValue).sorted().joined(separator: ", "))",
            visit.time(tenant.createdAt),
        ])
    }

    private var creation: Card {
        Card(
            visit.text(.newTenant),
            visit.form(
                "create",
                to: "/tenants",
                """
                \(Field(
                    "slug",
                    visit.text(.slug),
                    value: visit.typed("slug") ?? "",
                    hint: visit.text(.slugHint),
                    isRequired: true,
                    limits: .init(minLength: 2, maxLength: 31)
                ))
                \(Field(
                    "name",
                    visit.text(.name),
                    value: visit.typed("name") ?? "",
                    isRequired: true,
                    limits: .init(maxLength: 200)
                ))
                \(visit.modulesField(chosen: Set(visit.form?.values("modules") ?? [])))
                \(Button(visit.text(.create), .primary, icon: .plus))
                """
            ) + visit.command("parlay admin tenant create SLUG --name NAME --modules A,B")
        )
    }

    func create() async throws -> Response {
        guard let slug = visit.typed("slug"), let name = visit.typed("name") else {
            throw ConsoleError.badForm
        }
        let modules = visit.chosenModules
        do {
            let tenant = try await visit.withTenants { try $0.create(slug, name: name, modules: modules) }
            return visit.redirect(to: ConsoleVisit.link("/tenants/\(tenant.slug)", [("done", "created")]))
        } catch let error as AdministrationError {
            return try await show(error.description)
        }
    }
}

extension ConsoleVisit {
    /// Runs the functions of `parlay admin tenant`, which wait for the database.
    func withTenants<Value: Sendable>(_ body: @escaping @Sendable (TenantAdmin) throws -> Value) async throws
        -> Value
    {
        let services = services
        return try await services.blocking.run {
            let connection = try services.owner()
            return try body(
                TenantAdmin(connection, components: services.components, addresses: services.addresses)
            )
        }
    }

    /// The tenant's slug, which leads to its page.
    ///
    /// - Parameter slug: `nil` for what is no tenant's.
    func tenant(_ slug: String?) -> HTML {
        slug.map { "<a href=\"/tenants/\($0)\">\($0)</a>" } ?? "\(text(.installation))"
    }

    /// The page of the tenant's app; a front that knows a host of its own leads there.
    func app(of slug: String, _ path: String = "") -> String { "\(services.publicURL)/app/\(slug)/\(path)" }

    func state(_ tenant: Tenant) -> Badge {
        tenant.isActive ? Badge(text(.active), .good) : Badge(text(.suspended), .warning, icon: .block)
    }

    var chosenModules: Set<Module> {
        let known = Set(services.components.modules)
        return Set((form?.values("modules") ?? []).compactMap { Module(rawValue: $0) }).intersection(known)
    }

    func modulesField(chosen: Set<String>) -> Field {
        Field(
            "modules",
            text(.modules),
            .checkboxes(services.components.modules.map { Field.Option($0.rawValue, $0.rawValue) }),
            values: chosen.sorted()
        )
    }
}
