internal import Database
internal import HTTPServer
internal import ParlayAPI

/// One's own profile and others'. One's own id means the same as `me`.
package struct ProfileRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "profiles/me", "One's own profile", handler: show),
            TenantRoute(.put, "profiles/me", "Replace one's profile", body: .json, handler: replace),
            TenantRoute(.patch, "profiles/me", "Change some of one's profile", body: .json, handler: change),
            TenantRoute(.delete, "profiles/me", "Delete one's account", body: .json, handler: delete),
            TenantRoute(.post, "profiles/me/delete", "Delete one's account", body: .json, handler: delete),
            TenantRoute(.get, "profiles/{id:id}", "Somebody's profile", handler: show),
            TenantRoute(.put, "profiles/{id:id}", "Replace one's profile", body: .json, handler: replace),
            TenantRoute(
                .patch,
                "profiles/{id:id}",
                "Change some of one's profile",
                body: .json,
                handler: change
            ),
            TenantRoute(.delete, "profiles/{id:id}", "Delete one's account", body: .json, handler: delete),
        ]
    }

    private func show(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let id: AccountID? = call.request.parameters["id"] == nil ? nil : try call.id("id")
        let (account, isOwn) = try await accounts.profile(id, in: call.session)
        return answer(account, isOwn, call)
    }

    private func replace(_ call: Call) async throws -> Response { try await update(call, .complete) }
    private func change(_ call: Call) async throws -> Response { try await update(call, .merge) }

    private func update(_ call: Call, _ mode: BodyReader.Mode) async throws -> Response {
        let object = try await ownBody(call)
        let account = try await accounts.update(
            object,
            mode,
            in: call.session,
            requireMatch: call.requireMatch
        )
        return answer(account, true, call)
    }

    private func delete(_ call: Call) async throws -> Response {
        let object = try await ownBody(call)
        let (account, _) = try await accounts.profile(nil, in: call.session)
        try call.requireMatch(account.tag)
        try await accounts.delete(
            password: try call.decode(object, as: AccountDeletion.self).password,
            in: call.session
        )
        return .noContent
    }

    /// The body of a call that only the profile's owner may make. Whose profile it is counts for more than a body
    /// that is missing.
    private func ownBody(_ call: Call) async throws -> JSONObject {
        try call.requireNoQuery()
        let object = call.request.body.isEmpty ? nil : try call.object()
        if call.request.parameters["id"] != nil {
            let id = try call.id("id", as: AccountID.self)
            guard try await call.session.principal().accountID == id else {
                _ = try await accounts.profile(id, in: call.session)
                throw AccountError.notOwn
            }
        }
        return try object ?? call.object()
    }

    private func answer(_ account: Account, _ isOwn: Bool, _ call: Call) -> Response {
        .json(account.profile(in: call.tenant, isOwn: isOwn)).tagged(account.tag)
    }
}
