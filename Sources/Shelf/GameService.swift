internal import Database
internal import ParlayAPI
internal import Tenancy

/// The catalog as people of a tenant read it, with what is found at IGDB meanwhile.
struct GameService {
    /// A search that finds fewer is made at IGDB too.
    private static let fewHits = 5
    private static let shortestSearch = 3

    struct Listing {
        var rows: [ListedGame]
        var isStale = false
        /// The search goes on at IGDB.
        var isSearching = false
    }

    private let session: Session
    private let searches: GameSearches

    init(_ session: Session, _ searches: GameSearches) {
        self.session = session
        self.searches = searches
    }

    func game(_ id: GameID) async throws -> GameDetails {
        let rows = try await session.read(GameDetailsStore.find(.id(session.tenant.id), .id(id)))
        guard let row = try rows.first else { throw CatalogError.gameNotFound }
        return row.resource
    }

    /// - Parameter query: without its page.
    func page(_ page: Page, of query: GameQuery) async throws -> Listing {
        var query = query
        query.after = page.after
        // Also with small pages it shows how many hits there are.
        query.limit = max(page.fetchLimit, Self.fewHits)
        var listing = try await list(query)
        listing.rows.removeLast(max(0, listing.rows.count - page.fetchLimit))
        return listing
    }

    private func list(_ query: GameQuery) async throws -> Listing {
        guard query.q != nil else { return try await top(query) }
        guard let q = Self.searched(query), searches.isEnabled else {
            return Listing(rows: try await rows(query))
        }
        // The state first: what is found after it is read is in the list, or changes the state.
        let (state, found) = try await session.read(
            UpstreamSearchStore.state(q, in: session.tenant.id),
            CatalogStore.list(query)
        )
        let rows = try found.all
        guard rows.count < Self.fewHits else { return Listing(rows: rows) }
        switch try await searches.search(q, since: try state.one, in: session) {
        case .notNeeded: return Listing(rows: rows)
        case .done: return Listing(rows: try await self.rows(query))
        case .failed:
            guard !rows.isEmpty else { throw CatalogError.unavailable }
            return Listing(rows: rows, isStale: true)
        case .stillSearching: return Listing(rows: try await self.rows(query), isSearching: true)
        }
    }

    /// What is searched for at IGDB: the first page of `q` alone, unless it is too short.
    static func searched(_ query: GameQuery) -> String? {
        let bare = GameQuery(q: query.q, featuredIn: query.featuredIn, limit: query.limit)
        guard let q = query.q, query == bare else { return nil }
        let text = q.trimmed
        return text.count >= shortestSearch ? text : nil
    }

    private func rows(_ query: GameQuery) async throws -> [ListedGame] {
        try await session.read(CatalogStore.list(query)).all
    }

    /// A list without a search. It is stale when IGDB has not answered for long.
    private func top(_ query: GameQuery) async throws -> Listing {
        guard searches.isEnabled else { return Listing(rows: try await rows(query)) }
        let (rows, isStale) = try await session.read(
            CatalogStore.list(query),
            UpstreamSearchStore.isStale
        )
        return Listing(rows: try rows.all, isStale: try isStale.one)
    }
}
