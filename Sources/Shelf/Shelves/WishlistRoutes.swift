internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The caller's wishlist.
struct WishlistRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(WishlistCalls.list, handler: list),
            TenantRoute(WishlistCalls.add, handler: add),
            TenantRoute(WishlistCalls.remove, handler: remove),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 2)
        let rows = try await ShelfService(call.session).wishes(page)
        return try await call.list(rows.map(\.resource), page) {
            [rows[$0].addedAt.milliseconds, rows[$0].game.id.rawValue]
        }
    }

    private func add(_ call: Call) async throws -> Response {
        let id: GameID = try call.id("id")
        try await call.changeUntagged { try await ShelfService(call.session).wish(id) }
        return .noContent
    }

    private func remove(_ call: Call) async throws -> Response {
        let id: GameID = try call.id("id")
        try await call.changeUntagged { try await ShelfService(call.session).removeWish(id) }
        return .noContent
    }
}
