/// The calls about the catalog of games.
package enum GameCalls {
    package static let q = QueryField.text(
        "q",
        1...200,
        "Games by name: the closest first, and the most rated first among those that are equally close."
    )
    package static let genre = QueryField.text("genre", 1...200, "Only games of the genre with this name.")
    package static let platform = QueryField.text(
        "platform",
        1...200,
        "Only games for the platform with this name."
    )
    package static let releasedFrom =
        QueryField
        .text("released_from", "Only games that were first released on this date or later.")
        .converted("released_from must be a date such as 2026-05-20.") { CivilDate($0) }
    package static let minRating = QueryField.number(
        "min_rating",
        0...100,
        "Only games with at least this rating."
    )
    package static let minVotes = QueryField.integer(
        "min_votes",
        0...2_000_000_000,
        "Only games with at least this many ratings."
    )
    package static let featured = QueryField.boolean(
        "featured",
        "Whether the games that the tenant's admins chose come before all others."
    )
    .defaulting(to: false)
    package static let sort = QueryField.choice(
        "sort",
        of: GameSort.self,
        """
        Another order: `rating` and `release_date` begin with the highest, and games without one come last. Ratings are \
        weighted by their votes, with 250 votes of the mean rating added.
        """
    )

    package static let list = Endpoint<Void, Never, GamePage>(.get, "games")
        .module(.shelf).keys(.readShelf).titled("List and search games").named("listGames")
        .explained(
            """
            The best first: games that at least 20 people rated, by their rating as in `sort=rating`, then the others. With `q` \
            the closest first: the same name, names that begin with it, names with all its words, similar names. Case, accents, \
            punctuation and the signs ™ ® © do not matter.
            """
        )
        .query(
            Self.q,
            Self.genre,
            Self.platform,
            Self.releasedFrom,
            Self.minRating,
            Self.minVotes,
            Self.featured,
            Self.sort
        )
        .paged.answering(200, Self.answer, "A page of games.")
        .refusing(
            503,
            "catalog_unavailable",
            "No game is known here by this name, and the source of the catalog could not be asked."
        )

    package static let show = Endpoint<Int64, Never, GameDetails>(.get, "games/{id:id}")
        .module(.shelf).access(.tokenUnlessPublic).keys(.readShelf).titled("Show a game").named("getGame")
        .explained(
            """
            With your entry of it, and whether it is on your wishlist. Where the tenant has `public_shelves`, no token is needed.
            """
        )
        .path("id", "The game's id.").answering(200)

    private static var answer: RouteDescription.Content {
        var example = JSONObject()
        example.add("items", .array([JSONValue(written: Game.example)]))
        example.add("next_cursor", .null)
        return .object(
            name: "GamePage",
            [
                .member("items", .list(.member("", .object(Game.fields))), "Games."),
                .member("next_cursor", .text, "For `cursor`; `null` on the last page.", isNullable: true),
                .member(
                    "stale",
                    .boolean,
                    "True when the catalog could not be brought up to date for this answer, or not for two days.",
                    isRequired: false
                ),
                .member(
                    "searching",
                    .boolean,
                    "True while more games are looked up: ask again after `Retry-After`.",
                    isRequired: false
                ),
            ],
            example: .object(example)
        )
    }
}

/// How a list of games can be sorted, by the value in a query. Ties by id.
package enum GameSort: String, CaseIterable, Sendable {
    /// Best first, weighted by votes; then those without one.
    case rating
    /// Newest first, then those without one.
    case releaseDate = "release_date"
    /// By the name as names are compared.
    case name
}
