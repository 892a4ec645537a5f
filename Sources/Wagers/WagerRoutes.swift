internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `wagers` about wagers themselves.
package struct WagerRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            route(.get, "wagers/{id:id}", "One wager", handler: show)
                .named("getWager")
                .path("id", "The wager's id.")
                .answering(200, .resource(Wager.self))
        ]
    }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        access: TenantRoute.Access = .token,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(method, pattern, summary, module: .wagers, access: access, body: body, handler: handler)
    }

    private func show(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        return answer(try await WagerService(call.session).wager(try call.id("id")), call)
    }

    private func answer(_ row: WagerRow, _ call: Call, status: Int = 200) -> Response {
        Response.json(row.resource(at: call.now), status: status)
            .tagged(row.entityTag(at: call.now))
            .with("Cache-Control", "no-store")
    }
}
