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
        try await TokenService(call.session).logOut(everywhere: body.everywhere == true)
        return .noContent
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        return try await call.list(items: try await TokenService(call.session).page(page), page) { [$0.id] }
    }

    private func revoke(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: TokenID.self)
        try await call.changeUntagged { try await TokenService(call.session).revoke(id) }
        return .noContent
    }
}
