internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// A page of the catalog as a call asks for it, with what is found at IGDB meanwhile.
struct GameListing {
    /// A search that finds fewer is made at IGDB too.
    private static let fewHits = 5
    private static let shortestSearch = 3

    private let call: Call
    private let page: Page
    private let query: GameQuery
    private let searches: GameSearches

    /// - Parameter query: without its page.
    init(_ query: GameQuery, _ page: Page, _ call: Call, _ searches: GameSearches) {
        var query = query
        query.after = page.after
        // Also with small pages it shows how many hits there are.
        query.limit = max(page.fetchLimit, Self.fewHits)
        self.query = query
        self.page = page
        self.call = call
        self.searches = searches
    }

    func response() async throws -> Response {
        guard query.q != nil else { return try await top() }
        guard let q = Self.searched(query), searches.isEnabled else {
            return try await answer(try await rows())
        }
        // The state first: what is found after it is read is in the list, or changes the state.
        let (state, found) = try await call.session.read(
            UpstreamSearchStore.state(q, in: call.tenant.id),
            CatalogStore.list(query)
        )
        let rows = try found.all
        guard rows.count < Self.fewHits else { return try await answer(rows) }
        switch try await searches.search(q, since: try state.one, for: call) {
        case .notNeeded: return try await answer(rows)
        case .done: return try await answer(try await self.rows())
        case .failed:
            guard !rows.isEmpty else { throw CatalogError.unavailable }
            return try await answer(rows, isStale: true)
        case .stillSearching:
            return try await answer(try await self.rows(), isSearching: true).with("Retry-After", "2")
        }
    }

    /// What is searched for at IGDB: the first page of `q` alone, unless it is too short.
    static func searched(_ query: GameQuery) -> String? {
        let bare = GameQuery(q: query.q, featuredIn: query.featuredIn, limit: query.limit)
        guard let q = query.q, query == bare else { return nil }
        let text = q.trimmed
        return text.count >= shortestSearch ? text : nil
    }

    private func rows() async throws -> [ListedGame] {
        try await call.session.read(CatalogStore.list(query)).all
    }

    /// A list without a search. It is stale when nothing was heard of IGDB for long.
    private func top() async throws -> Response {
        guard searches.isEnabled else { return try await answer(try await rows()) }
        let (rows, isStale) = try await call.session.read(
            CatalogStore.list(query),
            UpstreamSearchStore.isStale
        )
        return try await answer(try rows.all, isStale: try isStale.one)
    }

    private func answer(_ rows: [ListedGame], isStale: Bool = false, isSearching: Bool = false) async throws
        -> Response
    {
        let rows = Array(rows.prefix(page.fetchLimit))
        return try await call.list(rows, page, key: { rows[$0].hit.cursor }) { rows, cursor in
            GamePage(
                items: rows.map(\.game),
                nextCursor: cursor,
                isStale: isStale,
                isSearching: isSearching
            )
        }
    }
}
