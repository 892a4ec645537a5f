package import ParlayAPI
package import Tenancy

/// Which games a list has, in which order, and which page of it.
package struct GameQuery: Hashable, Sendable {
    /// Finds games by name, 1–200 characters. The closest first: the same name, with the same or other numerals, names that
    /// start with it, names that contain all its words, similar names from the closest on; equally close ones by
    /// `ratingCount`. `nil` lists all: games with at least 20 votes by
    /// their rating, weighted by votes, then the others.
    package var q: String?
    /// Instead of the order above.
    package var sort: GameSort?
    /// The name of a genre, in any case. Nothing is found if it is unknown.
    package var genre: String?
    /// The name of a platform, in any case. Nothing is found if it is unknown.
    package var platform: String?
    /// Only games whose first release was on this day or later.
    package var releasedFrom: CivilDate?
    /// Only games with this rating, 0 to 100, or a better one.
    package var minRating: Double?
    /// Only games that so many people rated, or more.
    package var minVotes: Int?
    /// The tenant whose featured games come before all others; `nil` for none.
    package var featuredIn: TenantID?
    /// The cursor of the last game of the previous page, `GameHit.cursorLength` numbers; `nil` for the first page.
    package var after: [Int64]?
    /// How many games to read.
    package var limit: Int

    package init(
        q: String? = nil,
        sort: GameSort? = nil,
        genre: String? = nil,
        platform: String? = nil,
        releasedFrom: CivilDate? = nil,
        minRating: Double? = nil,
        minVotes: Int? = nil,
        featuredIn: TenantID? = nil,
        after: [Int64]? = nil,
        limit: Int
    ) {
        self.q = q
        self.sort = sort
        self.genre = genre
        self.platform = platform
        self.releasedFrom = releasedFrom
        self.minRating = minRating
        self.minVotes = minVotes
        self.featuredIn = featuredIn
        self.after = after
        self.limit = limit
    }
}
