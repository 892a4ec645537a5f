internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The catalog, as people of a tenant read it.
struct GameRoutes: Sendable {
    private let searches: GameSearches

    init(_ searches: GameSearches) { self.searches = searches }

    var routes: [TenantRoute] {
        [
            TenantRoute(GameCalls.list, handler: list),
            TenantRoute(GameCalls.show, openWhere: ShelfTenantSettings.publicShelves, handler: show),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let values = try call.query
        let query = GameQuery(
            q: try values[GameCalls.q],
            sort: try values[GameCalls.sort],
            genre: try values[GameCalls.genre],
            platform: try values[GameCalls.platform],
            releasedFrom: try values[GameCalls.releasedFrom],
            minRating: try values[GameCalls.minRating],
            minVotes: try values[GameCalls.minVotes],
            featuredIn: try values[GameCalls.featured] ? call.tenant.id : nil,
            limit: 0
        )
        let page = try call.page(
            filters: [
                (GameCalls.q.name, query.q), (GameCalls.sort.name, query.sort?.rawValue),
                (GameCalls.genre.name, query.genre),
                (GameCalls.platform.name, query.platform),
                (GameCalls.releasedFrom.name, query.releasedFrom?.description),
                (GameCalls.minRating.name, query.minRating?.withoutExponent),
                (GameCalls.minVotes.name, query.minVotes.map { "\($0)" }),
                (GameCalls.featured.name, query.featuredIn.map { _ in "true" }),
            ],
            keys: GameHit.cursorLength
        )
        let listing = try await GameService(call.session, searches).page(page, of: query)
        let rows = listing.rows
        let response = try await call.list(rows, page, key: { rows[$0].hit.cursor }) { rows, cursor in
            GamePage(
                items: rows.map(\.game),
                nextCursor: cursor,
                isStale: listing.isStale,
                isSearching: listing.isSearching
            )
        }
        return listing.isSearching ? response.with("Retry-After", "2") : response
    }

    private func show(_ call: Call) async throws -> Response {
        .json(try await GameService(call.session, searches).game(try call.id("id"))).taggedByContent
    }
}
