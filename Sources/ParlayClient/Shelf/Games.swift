public import ParlayAPI

extension Parlay {
    /// The catalog of video games.
    public var games: Games { Games(engine: engine) }

    /// See `Parlay.games`.
    public struct Games: Sendable {
        let engine: Engine

        /// The order of a list: by rating and by date the highest first, by name from A to Z.
        public enum Order: String, CaseIterable, Sendable {
            case rating
            case releaseDate = "release_date"
            case name
        }
    }

    /// What to look for in the catalog; everything is optional.
    public struct GameFilter: Hashable, Sendable {
        /// 1–200 characters: names like this one, the closest first.
        public var name: String?
        /// The name of a genre.
        public var genre: String?
        /// The name of a platform.
        public var platform: String?
        /// First released on this day or later.
        public var releasedFrom: CivilDate?
        /// 0–100: rated like this or better.
        public var minRating: Double?
        /// Rated by so many people or more.
        public var minVotes: Int?
        /// Puts the games that the tenant's admins chose before all others.
        public var beginsWithFeatured: Bool

        public init(
            name: String? = nil,
            genre: String? = nil,
            platform: String? = nil,
            releasedFrom: CivilDate? = nil,
            minRating: Double? = nil,
            minVotes: Int? = nil,
            beginsWithFeatured: Bool = false
        ) {
            self.name = name
            self.genre = genre
            self.platform = platform
            self.releasedFrom = releasedFrom
            self.minRating = minRating
            self.minVotes = minVotes
            self.beginsWithFeatured = beginsWithFeatured
        }
    }
}

extension Parlay.Games {
    /// The games that fit, page by page as needed.
    ///
    ///     for try await game in parlay.games.all(.init(name: "zelda")) { … }
    ///
    /// - Parameter order: `nil` for the best, or with a name for the closest first.
    public func all(_ filter: Parlay.GameFilter = .init(), by order: Order? = nil) -> Listing<Game> {
        Listing { cursor, limit throws(ParlayError) in
            let page = try await self.page(filter, by: order, after: cursor, limit: limit)
            return ListPage(items: page.items, nextCursor: page.nextCursor)
        }
    }

    /// One page, which says whether a search for more games is still running, and whether the catalog is old.
    ///
    /// - Parameters:
    ///   - cursor: the `nextCursor` of the page before.
    ///   - limit: how many games at most, 1–100.
    public func page(
        _ filter: Parlay.GameFilter = .init(),
        by order: Order? = nil,
        after cursor: String? = nil,
        limit: Int? = nil
    ) async throws(ParlayError) -> GamePage {
        try await engine.value(
            Call(GameCalls.list).asking(filter).asking(GameCalls.sort, order?.rawValue)
                .page(after: cursor, limit: limit)
        )
    }

    /// The closest names, and those that the server finds elsewhere: while it looks for more, this asks again.
    ///
    /// - Parameters:
    ///   - name: 1–200 characters.
    ///   - limit: how many games at most, 1–100.
    ///   - attempts: how often this asks again, each time after two seconds.
    /// - Returns: a page that is `isStale` if no more could be looked for, and `isSearching` if the server was not done in
    ///   time.
    public func search(
        _ name: String,
        limit: Int? = nil,
        attempts: Int = 2
    ) async throws(ParlayError) -> GamePage {
        var page = try await page(.init(name: name), limit: limit)
        for _ in 0..<max(0, attempts) where page.isSearching {
            do { try await engine.ticker.sleep(engine.ticker.now() + .seconds(2)) } catch { throw .cancelled }
            page = try await self.page(.init(name: name), limit: limit)
        }
        return page
    }

    /// The genres of the catalog, by name.
    public func genres() -> Listing<GameGroup> { Listing(Call(GroupCalls.genres), of: engine) }

    /// The platforms of the catalog, by name.
    public func platforms() -> Listing<GameGroup> { Listing(Call(GroupCalls.platforms), of: engine) }

    /// One game, with what you say about it.
    public func get(_ id: Game.ID) async throws(ParlayError) -> GameDetails {
        try await engine.value(Call(GameCalls.show, at: id))
    }
}

extension Call {
    fileprivate func asking(_ filter: Parlay.GameFilter) -> Call {
        asking(GameCalls.q, filter.name).asking(GameCalls.genre, filter.genre)
            .asking(GameCalls.platform, filter.platform)
            .asking(GameCalls.releasedFrom, filter.releasedFrom?.description)
            .asking(GameCalls.minRating, filter.minRating.map { "\($0)" })
            .asking(GameCalls.minVotes, filter.minVotes.map(String.init))
            .asking(GameCalls.featured, if: filter.beginsWithFeatured)
    }
}
