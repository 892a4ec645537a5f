internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The caller's devices, and signing out.
package struct TokenRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(TokenCalls.logOut, handler: logOut),
            TenantRoute(TokenCalls.list, handler: list),
            TenantRoute(TokenCalls.revoke, handler: revoke),
        ]
    }

    private func logOut(_ call: Call) async throws -> Response {
        let body = try call.decode(Logout.self)
        try await call.session.logOut(everywhere: body.everywhere == true)
        return .noContent
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await call.session.read(
            TokenStore.page(
                .id(call.tenant.id),
                .time(call.now),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        let current = try await call.session.principal().tokenID
        let tokens = try rows.map { $0.token(current: current) }
        return try await call.list(tokens, page) { [tokens[$0].id] }
    }

    private func revoke(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: TokenID.self)
        try await call.changeUntagged {
            let results = try await call.session.write(TokenStore.revoke(.id(call.tenant.id), .id(id)))
            guard results[0].affectedRows > 0 else {
                throw TenancyError.notFound("You have no token \(id.rawValue).")
            }
        }
        return .noContent
    }
}

extension Session {
    /// Revokes the token of the call, or all of its account.
    package func logOut(everywhere: Bool = false) async throws {
        if everywhere {
            _ = try await write(TokenStore.revokeAll(.id(tenant.id)))
        } else {
            _ = try await write(TokenStore.revoke(.id(tenant.id), .id(try await principal().tokenID)))
        }
    }
}
