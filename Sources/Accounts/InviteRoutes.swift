internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Invites: codes to register with.
package struct InviteRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(InviteCalls.list, handler: list),
            TenantRoute(InviteCalls.create, handler: create)
                .showingSecret(),
            TenantRoute(InviteCalls.delete, handler: delete),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        return try await call.list(items: try await InviteService(call.session).page(page), page) { [$0.id] }
    }

    private func create(_ call: Call) async throws -> Response {
        let service = InviteService(call.session)
        let request = try await call.decode(
            try call.object(),
            as: InviteRequest.self,
            check: service.validate
        )
        return .json(try await service.create(request), status: 201)
    }

    private func delete(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: InviteID.self)
        try await call.changeUntagged { try await InviteService(call.session).delete(id) }
        return .noContent
    }
}
