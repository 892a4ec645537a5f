package import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// For a tenant's admins: finding people, giving them roles and suspending them.
package struct AccountAdminRoutes: Sendable {
    private static let text = QueryField.text(
        "q",
        1...100,
        "Part of a name, username or email, in any case."
    )

    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "admin/accounts", "List accounts", access: .role(.admin), handler: list)
                .explained("Newest first, with their emails. Deleted accounts are not listed.")
                .query(Self.text).paged
                .answering(200, .page(of: Profile.self)),
            TenantRoute(
                .get,
                "admin/accounts/{id:id}",
                "Get an account",
                access: .role(.admin),
                handler: show
            )
            .explained(
                "As in the list: with the email, the role and the status. Deleted accounts are not found."
            )
            .answering(200, .resource(Profile.self))
            .refusing(404, "not_found", "There is no such account."),
            TenantRoute(
                .patch,
                "admin/accounts/{id:id}",
                "Change an account's role or status",
                access: .role(.admin),
                body: .json,
                handler: change
            )
            .explained(
                "The tokens of a suspended account stop working immediately, and work again when it is active."
            )
            .taking(AccountChange.self, mode: .merge, example: ["role": "moderator"])
            .conditional
            .answering(200, .resource(Profile.self))
            .refusing(404, "not_found", "There is no such account.")
            .refusing(409, "own_role", "Only another admin can change your role and status.")
            .refusing(409, "last_admin", "A tenant needs at least one active admin."),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let text = try call.query[Self.text]
        let page = try call.page(filters: [(Self.text.name, text)], keys: 1)
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
        let (id, tenant) = (found.id, Parameter.id(call.tenant.id))
        if call.request.head.headers["If-Match"] != nil {
            let shown = try await accounts.ownProfile(found, in: call.session)
            try call.requireMatch(shown.tag)
        }
        let change = try call.decode(object, as: AccountChange.self, mode: .merge)
        guard try await call.session.principal().accountID != id else { throw AccountError.ownRole }
        var role: Profile.Role?
        var status: AccountChange.Status?
        if case .set(let new) = change.role { role = new }
        if case .set(let new) = change.status { status = new }
        do {
            let results = try await call.session.write(
                AccountAdminStore.change(
                    tenant,
                    .id(id),
                    .text(role?.rawValue),
                    .text(status?.rawValue),
                    .time(call.now)
                ),
                AccountAdminStore.find(tenant, .id(id)).query
            )
            guard let account = try Rows<Account>(results[1]).first else { throw Self.notOne(id) }
            let shown = try await accounts.ownProfile(account, in: call.session)
            return Response.json(shown.profile).tagged(shown.tag)
        } catch let error as DatabaseError {
            throw AccountError.named(error)
        }
    }

    private static func notOne(_ id: AccountID) -> TenancyError {
        .notFound("There is no account \(id.rawValue).")
    }
}
