internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The genres and platforms of the catalog.
struct GroupRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(GroupCalls.genres) { try await list($0, .genres) },
            TenantRoute(GroupCalls.platforms) { try await list($0, .platforms) },
        ]
    }

    private func list(_ call: Call, _ grouping: CatalogService.Grouping) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await CatalogService(call.session).groups(page, grouping)
        return try await call.list(rows.map(\.group), page) { [rows[$0].id] }
    }
}
