package import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// For a tenant's admins: finding people, giving them roles and suspending them. Moderators change what people show.
package struct AccountAdminRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(AccountAdminCalls.list, handler: list),
            TenantRoute(AccountAdminCalls.show, handler: show),
            TenantRoute(AccountAdminCalls.change, handler: change),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let text = try call.query[AccountAdminCalls.text]
        let page = try call.page(filters: [(AccountAdminCalls.text.name, text)], keys: 1)
        let rows = try await call.session.read(
            AccountAdminStore.page(
                .id(call.tenant.id),
                .text(text),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        let found = try rows.all
        let profiles = try await accounts.ownProfiles(found, in: call.session)
        return try await call.list(profiles, page) { [found[$0].id.rawValue] }
    }

    private func show(_ call: Call) async throws -> Response {
        let shown = try await accounts.ownProfile(try await find(call), in: call.session)
        return Response.json(shown.profile).tagged(shown.tag)
    }

    private func find(_ call: Call) async throws -> Account {
        let id = try call.id("id", as: AccountID.self)
        let rows = try await call.session.read(AccountAdminStore.find(.id(call.tenant.id), .id(id)))
        guard let account = try rows.first else { throw Self.notOne(id) }
        return account
    }

    private func change(_ call: Call) async throws -> Response {
        let object = try call.object()
        let found = try await find(call)
        let id = found.id
        if call.request.head.headers["If-Match"] != nil {
            let shown = try await accounts.ownProfile(found, in: call.session)
            try call.requireMatch(shown.tag)
        }
        let principal = try await call.session.principal()
        if principal.role < .admin, object["role"] != nil || object["status"] != nil {
            throw TenancyError.forbidden("Only admins change roles and states.")
        }
        let change = try await call.decode(object, as: AccountChange.self, mode: .merge) { change, body in
            body.refuse(Self.violations(of: change, on: found, in: call.tenant))
        }
        if change.isForAdmins && principal.accountID == id { throw AccountError.ownRole }
        do {
            let account = try await call.session.transaction {
                try await AccountEditing(call.session).apply(change, to: id)
            }
            guard let account else { throw Self.notOne(id) }
            var shown = try await accounts.ownProfile(account, in: call.session)
            if principal.role < .admin { shown.hideAddress() }
            return Response.json(shown.profile).tagged(shown.tag)
        } catch let error as DatabaseError {
            throw AccountError.named(error)
        }
    }

    /// What is wrong with new names beyond their own rules.
    private static func violations(
        of change: AccountChange,
        on account: Account,
        in tenant: Tenant
    ) -> FieldErrors {
        var errors = FieldErrors()
        AccountService.validate(change.names, tenant.settings, &errors)
        if case .set(let username) = change.username, username != account.username,
            AccountService.isReserved(username)
        {
            errors.add("username", AccountService.reservedName)
        }
        return errors
    }

    private static func notOne(_ id: AccountID) -> TenancyError {
        .notFound("There is no account \(id.rawValue).")
    }
}
