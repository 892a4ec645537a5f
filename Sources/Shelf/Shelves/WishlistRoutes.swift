internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The caller's wishlist.
struct WishlistRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(.get, "wishlist", "List the games you wish for", module: .shelf, handler: list)
                .named("listWishlist")
                .explained("The latest additions come first.")
                .paged
                .answering(200, .page(of: Wish.self)),
            TenantRoute(.put, "wishlist/{id:id}", "Wish for a game", module: .shelf, handler: add)
                .named("addToWishlist")
                .path("id", "The game's id.")
                .explained("Takes no body. Doing it again changes nothing.")
                .answering(204, .none)
                .refusing(409, "already_on_shelf", "The game is on your shelf."),
            TenantRoute(
                .delete,
                "wishlist/{id:id}",
                "Take a game off your wishlist",
                module: .shelf,
                handler: remove
            )
            .named("removeFromWishlist")
            .path("id", "The game's id.")
            .answering(204, .none),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 2)
        let query = ShelfStore.wishes(after: page.after, limit: page.fetchLimit, in: call.tenant.id)
        let rows = try await call.session.read(query).all
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
