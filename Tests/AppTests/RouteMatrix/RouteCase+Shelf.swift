extension RouteCase {
    /// A call about the owner's entry of a game.
    private static func entry(_ method: String, _ status: Int, _ text: String? = nil) -> RouteCase {
        var body: (@Sendable (Scenario, Scenario) -> String)?
        if let text { body = { _, _ in text } }
        return RouteCase(
            "v1 \(method) shelf/{id:id}",
            status,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "shelf/\($0.games.owned)" },
            body: body
        )
    }

    static let shelf: [RouteCase] = [
        RouteCase(
            "v1 GET games/{id:id}",
            200,
            stranger: .visible,
            elsewhere: .shared,
            path: { "games/\($0.games.owned)" }
        ),
        RouteCase(
            "v1 POST shelf",
            201,
            path: { _ in "shelf" },
            body: { _, named in #"{"game_id": \#(named.games.free), "status": 1}"# }
        ),
        entry("GET", 200), entry("PUT", 200, #"{"status": 2, "user_rating": 80}"#),
        entry("PATCH", 200, #"{"note": "Again."}"#), entry("DELETE", 204),
        RouteCase(
            "v1 PUT admin/featured-games",
            200,
            path: { _ in "admin/featured-games" },
            body: { _, named in #"{"game_ids": [\#(named.games.owned)]}"# }
        ),
        RouteCase(
            "v1 POST shelf/import",
            200,
            path: { _ in "shelf/import" },
            media: (
                "text/csv",
                Array(
                    """
                    igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on
                    1,Nothing,,,,,,,
                    """.utf8
                )
            )
        ),
        RouteCase(
            "v1 PUT wishlist/{id:id}",
            204,
            elsewhere: .shared,
            path: { "wishlist/\($0.games.free)" }
        ),
        RouteCase(
            "v1 DELETE wishlist/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "wishlist/\($0.games.wished)" }
        ),
        RouteCase(
            "v1 GET profiles/{id:id}/shelf",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)/shelf" }
        ),
        RouteCase(
            "v1 GET shelves/{id:id}",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "shelves/\($0.owner.id)" }
        ),
    ]
}
