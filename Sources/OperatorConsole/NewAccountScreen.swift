internal import Accounts
internal import Administration
internal import Components
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// A form for an account in a tenant, such as its first admin.
struct NewAccountScreen {
    private let visit: ConsoleVisit
    private var slug: String { visit.parameter("slug") }
    private var path: String { "/tenants/\(RequestTarget.encode(slug))" }

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show(_ refusal: String? = nil) async throws -> Response {
        let tenant = try await tenant()
        let roles: [Role] = [.admin, .moderator, .member]
        let needsEmail = tenant.settings.signUpFields.contains(.email)
        let fields: HTML = """
            \(Field("username", visit.text(.username), value: visit.typed("username") ?? "", hint: visit.text(.usernameHint),
                isRequired: true, limits: .init(minLength: 3, maxLength: 30), autocomplete: "off"))\
            \(Field("email", visit.text(.email), .email, value: visit.typed("email") ?? "", isRequired: needsEmail,
                autocomplete: "off"))\
            \(Field("password", visit.text(.password), .password, hint: visit.text(.passwordHint), isRequired: true,
                limits: .init(minLength: Int(tenant.settings.passwordMinLength)), autocomplete: "new-password"))\
            \(each(options(tenant)) { option in
                Field(option.name, option.name, value: visit.typed(option.name) ?? "", hint: option.summary).html
            })\
            \(Field("role", visit.text(.role), .choices(roles.map { Field.Option($0.rawValue, visit.role($0.rawValue)) }),
                value: visit.typed("role") ?? Role.admin.rawValue))\
            \(Button(visit.text(.create), .primary, icon: .plus))
            """
        return visit.page(
            visit.text(.newAccount),
            in: .tenants,
            status: refusal == nil ? 200 : 422,
            """
            \(PageHead(visit.text(.newAccount), lead: "<code>\(slug)</code>", back: (tenant.name, path)))
            \(visit.alert(refusal))
            \(Card(nil, visit.form("create", to: "\(path)/account", fields)))
            \(visit.command(Shell.line("account create", ["USERNAME"], [("--tenant", slug), ("--role", "admin")])))
            """
        )
    }

    private func tenant() async throws -> Tenant {
        guard let tenant = try await OperatorTenants.show(slug, visit.database)?.tenant.tenant else {
            throw ConsoleError.notFound
        }
        return tenant
    }

    /// What modules ask of an account.
    private func options(_ tenant: Tenant) -> [ProfileFields.Option] {
        ProfileReaders(visit.services.components.profileParts).fields
            .filter { tenant.modules.contains($0.module) }.flatMap(\.fields.options)
    }

    func create() async throws -> Response {
        let names = ["username", "email"] + options(try await tenant()).map(\.name)
        // A password may begin or end with a space.
        var given = names.compactMap { name in visit.typed(name).map { (name: name, value: $0) } }
        if let password = visit.form?["password"] { given.append((name: "password", value: password)) }
        guard let role = visit.typed("role").flatMap({ Role(rawValue: $0) }) else {
            throw ConsoleError.badForm
        }
        let (fields, hasher) = (given, try visit.services.hasher())
        do {
            let id = try await visit.withAccounts(of: slug) { accounts in
                try accounts.create(try accounts.registration(fields), role: role, hasher: hasher).id.rawValue
            }
            return visit.redirect(
                to: ConsoleVisit.link("/accounts/\(RequestTarget.encode(slug))/\(id)", [("done", "created")])
            )
        } catch let error as AdministrationError {
            return try await show(error.description)
        }
    }
}
