internal import Administration
internal import Components
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The settings of a tenant and of its modules as they are declared: the forms of the tenant's own console.
struct TenantSettingsScreen {
    private let visit: ConsoleVisit
    private let settings: TenantSettingsForm
    private var slug: String { visit.parameter("slug") }
    private var path: String { "/tenants/\(RequestTarget.encode(slug))" }
    private var site: Site { visit.server.site }
    /// Of the form with the settings that every tenant has.
    private static let platform = "platform"

    init(_ visit: ConsoleVisit) {
        self.visit = visit
        settings = TenantSettingsForm(visit.services.components, addresses: visit.services.addresses)
    }

    func show(_ refusals: FieldErrors = FieldErrors(), _ refusal: String? = nil) async throws -> Response {
        let tenant = try await tenant()
        let values = settings.json(tenant.settings)
        let modules = tenant.modules.sorted { $0.rawValue < $1.rawValue }
        let cards = ([nil] + modules.map(Optional.some)).map { card($0, tenant, values, refusals) }
        let isRefused = !refusals.isEmpty || refusal != nil
        return visit.page(
            "\(visit.text(.settings)) · \(tenant.name)",
            in: .tenants,
            status: isRefused ? 422 : 200,
            """
            \(PageHead(visit.text(.settings), lead: "<code>\(slug)</code>", back: (tenant.name, path)))
            \(visit.flash(["saved": .tenantChanged]))
            \(visit.alert(refusal ?? (isRefused ? visit.localizer.text(PageText.checkFields) : nil)))
            <div class="stack">\(each(cards) { $0 })</div>
            \(visit.command(Shell.line("tenant set", [slug, "SETTING=VALUE"])))
            """
        )
    }

    private func tenant() async throws -> Tenant {
        guard let (row, _) = try await OperatorTenants.show(slug, visit.database), let tenant = row.tenant
        else {
            throw ConsoleError.notFound
        }
        return tenant
    }

    /// Of a module; `nil`: those that every tenant has.
    private func fields(_ module: Module?) -> [FieldDescription] {
        settings.fields.filter { site.module(ofSetting: $0.name) == module }
    }

    private func card(_ module: Module?, _ tenant: Tenant, _ values: JSONObject, _ refusals: FieldErrors)
        -> HTML
    {
        let part = module?.rawValue ?? Self.platform
        let isRefused = !refusals.isEmpty && visit.typed("_part") == part
        let form = SettingsForm(
            fields(module),
            site,
            visit.localizer,
            of: tenant.modules,
            part: part,
            input: isRefused ? visit.form : nil,
            refusals: isRefused ? refusals : FieldErrors()
        )
        let inputs = DeclaredFields(form, values: values).html()
        guard !inputs.isEmpty else { return .none }
        return Card(
            module.map { site.name(of: $0, visit.localizer) ?? $0.rawValue } ?? visit.text(.everyTenant),
            """
            <form class="form" method="post" action="\(path)/settings"><input type="hidden" name="_part" value="\(part)">\
            \(inputs)\(Button(visit.localizer.text(PageText.save), .primary))</form>
            """
        )
        .html
    }

    func change() async throws -> Response {
        guard let input = visit.form, let part = input["_part"] else { throw ConsoleError.badForm }
        let tenant = try await tenant()
        let module = tenant.modules.first { $0.rawValue == part }
        guard module != nil || part == Self.platform else { throw ConsoleError.badForm }
        let changes = input.body(of: fields(module), visit.localizer)
        do throws(FieldErrors) {
            _ = try settings.merge(changes, into: tenant.settings, of: tenant.modules, sealing: nil)
        } catch {
            return try await show(error)
        }
        let slug = slug
        do {
            _ = try await visit.withTenants { try $0.set(changes, of: slug) }
        } catch let error as AdministrationError {
            return try await show(FieldErrors(), error.description)
        }
        return visit.redirect(to: ConsoleVisit.link("\(path)/settings", [("done", "saved")]))
    }
}
