internal import Accounts
internal import Administration
internal import Components
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// One account, and what the operator can change of it. The rest is in the console of its tenant.
struct AccountScreen {
    private static let roles: [Role] = [.member, .moderator, .admin]

    private let visit: ConsoleVisit
    private var slug: String { visit.parameter("tenant") }
    private var path: String { "/accounts/\(RequestTarget.encode(slug))/\(visit.parameter("id"))" }

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show(_ refusal: String? = nil) async throws -> Response {
        let account = try await account()
        let moves: HTML =
            account.status == "deleted" ? .none : "\(role(account))\(state(account))\(reset(account))"
        return visit.page(
            account.username,
            in: .accounts,
            status: refusal == nil ? 200 : 422,
            """
            \(PageHead(
                account.username,
                lead: "\(visit.tenant(account.tenant)) \(visit.status(account.status))",
                back: (visit.text(.accounts), ConsoleVisit.link("/accounts", [("q", account.username)]))
            ))
            \(visit.flash(["created": .accountCreated, "changed": .accountChanged, "reset": .resetMailed]))
            \(visit.alert(refusal))
            \(Columns(facts(account).html, side: "<div class=\"stack\">\(moves)</div>"))
            """
        )
    }

    private func account() async throws -> OperatorAccount {
        guard let id = visit.request.parameters.id("id"),
            let account = try await OperatorAccount.show(id, of: slug, visit.database)
        else { throw ConsoleError.notFound }
        return account
    }

    private func facts(_ account: OperatorAccount) -> Card {
        let person = visit.app(of: slug, "admin/people/\(account.id)")
        return Card(
            visit.text(.about),
            """
            \(Facts([
                (visit.text(.number), "\(account.id)"), (visit.text(.email), "\(account.email ?? "–")"),
                (visit.text(.role), "\(visit.role(account.role))"),
                (visit.utc(.created), visit.time(account.createdAt)),
                (visit.utc(.lastActive), visit.time(account.lastActiveAt)),
            ]))
            <p><a href="\(person)">\(visit.text(.personInConsole))</a></p>
            <p><a href="\(ConsoleVisit.link("/audit", [("tenant", slug)]))">\(visit.text(.auditOfTenant))</a></p>
            \(visit.command(Shell.line("account show", [account.username], [("--tenant", slug)])))
            """
        )
    }

    private func role(_ account: OperatorAccount) -> Card {
        let options = Self.roles.map { Field.Option($0.rawValue, visit.role($0.rawValue)) }
        let field = Field("role", visit.text(.role), .choices(options), value: account.role)
        return Card(
            visit.text(.role),
            visit.form("role", to: path, "\(field)\(Button(visit.localizer.text(PageText.save)))")
                + visit.command(
                    Shell.line("account promote", [account.username, account.role], [("--tenant", slug)])
                )
        )
    }

    private func state(_ account: OperatorAccount) -> Card {
        let isActive = account.status == "active"
        let button =
            isActive
            ? Button(visit.text(.suspend), .danger, icon: .block)
            : Button(visit.text(.resume), .primary, icon: .check)
        let action = isActive ? "suspend" : "resume"
        let question = isActive ? visit.text(.suspendAccountSure) : nil
        return Card(
            visit.text(isActive ? .suspend : .suspended),
            """
            <p class="soft">\(visit.text(.suspendAccountText))</p>\
            \(ButtonRow(markup: [visit.move(action, to: path, confirm: question, button.html)]))\
            \(visit.command(Shell.line("account \(action)", [account.username], [("--tenant", slug)])))
            """
        )
    }

    /// Only who has an address and may sign in.
    private func reset(_ account: OperatorAccount) -> HTML {
        guard let email = account.email, account.status == "active" else { return .none }
        let line = Shell.line("account reset-password", [account.username], [("--tenant", slug)])
        return Card(
            visit.text(.password),
            """
            <p class="soft">\(visit.text(.resetText))</p>\
            \(ButtonRow(markup: [
                visit.move(
                    "reset",
                    to: path,
                    confirm: visit.text(.resetSure, ["email": .text(email)]),
                    Button(visit.text(.mailReset), icon: .mail).html
                )
            ]))\
            \(visit.command(line))
            """
        )
        .html
    }

    func change() async throws -> Response {
        let name = try await account().username
        let action = visit.typed("_action") ?? ""
        let role = visit.typed("role").flatMap { Role(rawValue: $0) }
        guard ["role", "suspend", "resume", "reset"].contains(action), action != "role" || role != nil else {
            throw ConsoleError.badForm
        }
        do {
            try await visit.withAccounts(of: slug) { accounts in
                let account = try accounts.account(name)
                switch action {
                case "role": if let role { _ = try accounts.setRole(role, of: account) }
                case "reset": try accounts.sendResetCode(to: account)
                default: _ = try accounts.setSuspended(action == "suspend", account)
                }
            }
        } catch let error as AdministrationError {
            return try await show(error.description)
        }
        return visit.redirect(
            to: ConsoleVisit.link(path, [("done", action == "reset" ? "reset" : "changed")])
        )
    }
}

extension ConsoleVisit {
    /// Runs the functions of `parlay admin account`, which wait for the database.
    func withAccounts<Value: Sendable>(
        of slug: String,
        _ body: @escaping @Sendable (AccountAdmin) throws -> Value
    ) async throws -> Value {
        let services = services
        return try await services.blocking.run {
            let connection = try services.owner()
            let tenants = TenantAdmin(
                connection,
                components: services.components,
                addresses: services.addresses
            )
            return try body(
                AccountAdmin(
                    connection,
                    tenant: try tenants.tenant(slug),
                    profiles: ProfileReaders(services.components.profileParts)
                )
            )
        }
    }

    func role(_ role: String) -> String {
        switch Role(rawValue: role) {
        case .admin: text(.admin)
        case .moderator: text(.moderator)
        default: text(.member)
        }
    }

    /// Of an account.
    func status(_ status: String) -> Badge {
        switch status {
        case "active": Badge(text(.active), .good)
        case "suspended": Badge(text(.suspended), .warning, icon: .block)
        default: Badge(text(.deleted))
        }
    }
}
