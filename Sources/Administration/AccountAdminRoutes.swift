package import Accounts
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// For a tenant's admins: finding people, giving them roles and suspending them. Moderators change what people show.
package struct AccountAdminRoutes: Sendable {
    private let accounts: AccountService
    private let exports: ExportService

    package init(_ accounts: AccountService, _ exports: ExportService) {
        self.accounts = accounts
        self.exports = exports
    }

    package var routes: [TenantRoute] {
        [
            TenantRoute(AccountAdminCalls.list, handler: list),
            TenantRoute(AccountAdminCalls.show, handler: show),
            TenantRoute(AccountAdminCalls.change, handler: change),
            TenantRoute(AccountAdminCalls.mailReset, handler: mailReset),
            TenantRoute(AccountAdminCalls.tokens, handler: tokens),
            TenantRoute(AccountAdminCalls.mails, handler: mails),
            TenantRoute(AccountAdminCalls.signOut, handler: signOut),
            TenantRoute(AccountAdminCalls.secondFactor, handler: secondFactor),
            TenantRoute(AccountAdminCalls.resetSecondFactor, handler: resetSecondFactor),
            TenantRoute(AccountAdminCalls.export, handler: export).answering(exports),
            TenantRoute(AccountAdminCalls.erase, handler: erase),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let text = try call.query[AccountAdminCalls.text]
        let order = try call.query[AccountAdminCalls.sort]
        let page = try call.page(
            filters: [
                (AccountAdminCalls.text.name, text),
                (AccountAdminCalls.sort.name, order == .newest ? nil : order.rawValue),
            ],
            keys: order == .lastActive ? 2 : 1
        )
        let profiles = try await service(call).page(page, text, by: order)
        return try await call.list(profiles, page) { index in
            let profile = profiles[index]
            return (order == .lastActive ? [profile.lastActiveAt.milliseconds] : []) + [profile.person.id]
        }
    }

    private func show(_ call: Call) async throws -> Response {
        let account = try await service(call).find(try call.id("id"))
        let shown = try await accounts.ownProfile(account, in: call.session)
        return Response.json(shown.profile).tagged(shown.tag)
    }

    private func change(_ call: Call) async throws -> Response {
        let object = try call.object()
        let service = service(call)
        let found = try await service.find(try call.id("id"))
        if call.request.head.headers["If-Match"] != nil {
            let shown = try await accounts.ownProfile(found, in: call.session)
            try call.requireMatch(shown.tag)
        }
        let principal = try await call.session.principal()
        if principal.role < .admin, object["role"] != nil || object["status"] != nil {
            throw TenancyError.forbidden("Only admins change roles and states.")
        }
        if principal.isKey, object["role"] != nil {
            throw TenancyError.forbidden("API keys give no roles.")
        }
        let change = try await call.decode(object, as: AccountChange.self, mode: .merge) { change, body in
            body.refuse(service.violations(of: change, on: found))
        }
        let account = try await service.change(found.id, change)
        var shown = try await accounts.ownProfile(account, in: call.session)
        if principal.role < .admin { shown.hideAddress() }
        return Response.json(shown.profile).tagged(shown.tag)
    }

    // MARK: For someone who asks an admin

    private func mailReset(_ call: Call) async throws -> Response {
        try await service(call).mailReset(to: try call.id("id"))
        return Response(status: 202)
    }

    private func tokens(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let tokens = try await service(call).tokens(of: try call.id("id"), page)
        return try await call.list(items: tokens, page) { [$0.id] }
    }

    private func mails(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await service(call).mails(to: try call.id("id"), page)
        return try await call.list(rows.map(\.mail), page) { [rows[$0].position] }
    }

    private func signOut(_ call: Call) async throws -> Response {
        let id: AccountID = try call.id("id")
        try await call.changeUntagged { try await service(call).signOut(id) }
        return .noContent
    }

    private func secondFactor(_ call: Call) async throws -> Response {
        Response.json(try await service(call).secondFactor(of: try call.id("id"))).taggedByContent
    }

    private func resetSecondFactor(_ call: Call) async throws -> Response {
        .json(try await service(call).resetSecondFactor(of: try call.id("id")), status: 202)
    }

    private func export(_ call: Call) async throws -> Response {
        let profile = try await service(call).export(try call.id("id"))
        let id: AccountID = try call.id("id")
        let document = try await exports.document(of: profile, for: id, in: call.session)
        return .export(document, of: profile.person.username, in: call.tenant)
    }

    private func erase(_ call: Call) async throws -> Response {
        let service = service(call)
        let id: AccountID = try call.id("id")
        if call.request.head.headers["If-Match"] != nil {
            let shown = try await accounts.ownProfile(try await service.find(id), in: call.session)
            try call.requireMatch(shown.tag)
        }
        try await service.erase(id)
        return .noContent
    }

    private func service(_ call: Call) -> AccountAdminService { AccountAdminService(accounts, call.session) }
}
