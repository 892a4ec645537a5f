internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The catalog, as people of a tenant read it.
struct GameRoutes: Sendable {
    private static let q = QueryField.text(
        "q",
        1...200,
        "Games by name: the closest first, and the most rated first among those that are equally close."
    )
    private static let genre = QueryField.text("genre", 1...200, "Only games of the genre with this name.")
    private static let platform = QueryField.text(
        "platform",
        1...200,
        "Only games for the platform with this name."
    )
    private static let releasedFrom =
        QueryField
        .text("released_from", "Only games that were first released on this date or later.")
        .converted("released_from must be a date such as 2026-05-20.") { CivilDate($0) }
    private static let minRating = QueryField.number(
        "min_rating",
        0...100,
        "Only games with this rating or a better one."
    )
    private static let minVotes = QueryField.integer(
        "min_votes",
        0...2_000_000_000,
        "Only games that so many people rated, or more."
    )
    private static let featured = QueryField.boolean(
        "featured",
        "Whether the games that the tenant's admins chose come before all others."
    )
    .defaulting(to: false)
    private static let sort = QueryField.choice(
        "sort",
        of: GameQuery.Sort.self,
        """
        Another order: `rating` and `release_date` begin with the highest, those without one come last. A rating counts by \
        its votes, with 250 votes of the mean rating added.
        """
    )

    private let searches: GameSearches

    init(_ searches: GameSearches) { self.searches = searches }

    var routes: [TenantRoute] {
        [
            TenantRoute(.get, "games", "List and search games", module: .shelf, handler: list)
                .named("listGames")
                .explained(
                    """
                    The best first: games that at least 20 people rated, by their rating as in `sort=rating`, then the others. With `q` in the order of \
                    the search: the same name, names that begin with it, names with all its words, similar names. Case, accents, \
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
                .paged
                .answering(200, Self.answer, "A page of games.")
                .refusing(
                    503,
                    "catalog_unavailable",
                    "No game is known here by this name, and the source of the catalog could not be asked."
                ),
            TenantRoute(.get, "games/{id:id}", "Show a game", module: .shelf, handler: show)
                .named("getGame")
                .explained("With your own entry of it, and whether you wish for it.")
                .path("id", "The game's id.")
                .answering(200, .resource(GameDetails.self)),
        ]
    }

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

    private func list(_ call: Call) async throws -> Response {
        let values = try call.query
        let query = GameQuery(
            q: try values[Self.q],
            sort: try values[Self.sort],
            genre: try values[Self.genre],
            platform: try values[Self.platform],
            releasedFrom: try values[Self.releasedFrom],
            minRating: try values[Self.minRating],
            minVotes: try values[Self.minVotes],
            featuredIn: try values[Self.featured] ? call.tenant.id : nil,
            limit: 0
        )
        let page = try call.page(
            filters: [
                (Self.q.name, query.q), (Self.sort.name, query.sort?.rawValue),
                (Self.genre.name, query.genre),
                (Self.platform.name, query.platform),
                (Self.releasedFrom.name, query.releasedFrom?.description),
                (Self.minRating.name, query.minRating?.withoutExponent),
                (Self.minVotes.name, query.minVotes.map { "\($0)" }),
                (Self.featured.name, query.featuredIn.map { _ in "true" }),
            ],
            keys: GameHit.cursorLength
        )
        return try await GameListing(query, page, call, searches).response()
    }

    private func show(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: GameID.self)
        let rows = try await call.session.read(GameDetailsStore.find(.id(call.tenant.id), .id(id)))
        guard let row = try rows.first else { throw CatalogError.gameNotFound }
        return .json(row.resource).taggedByContent
    }
}
