extension RouteCase {
    /// A call about a row of the tree that everybody sees.
    private static func shown(
        _ pattern: String,
        _ id: @escaping @Sendable (RouteMatrixFixture.Book) -> Int64
    ) -> RouteCase {
        RouteCase(
            "v1 GET \(pattern)/{id:id}",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "\(pattern)/\(id($0.book))" }
        )
    }

    /// A call of an admin about a row of the tree.
    private static func admin(
        _ method: String,
        _ pattern: String,
        _ status: Int,
        _ id: @escaping @Sendable (RouteMatrixFixture.Book) -> Int64,
        _ body: String? = nil
    ) -> RouteCase {
        let text: (@Sendable (Scenario, Scenario) -> String)? = if let body { { _, _ in body } } else { nil }
        return RouteCase(
            "v1 \(method) admin/\(pattern)/{id:id}",
            status,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/\(pattern)/\(id($0.book))" },
            body: text
        )
    }

    static let sportsbook: [RouteCase] =
        [
            shown("tournaments") { $0.tournament }, shown("events") { $0.event },
            shown("markets") { $0.market },
            shown("outcomes") { $0.outcome },
            RouteCase(
                "v1 GET live",
                101,
                path: { _ in "live" },
                headers: [
                    ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ]
            ),
            RouteCase(
                "v1 GET bets/{id:id}",
                200,
                stranger: .refused(404),
                elsewhere: .path(404),
                path: { "bets/\($0.book.bet)" }
            ),
            RouteCase(
                "v1 POST bets",
                201,
                elsewhere: .body(422),
                path: { _ in "bets" },
                body: { _, named in
                    #"{"legs": [{"outcome_id": \#(named.book.freeOutcome), "price": "-110"}], "stake_cents": 100}"#
                }
            ),
        ] + tree + [
            RouteCase(
                "v1 POST admin/wallets/{id:id}/grant",
                200,
                stranger: .refused(403),
                elsewhere: .path(404),
                path: { "admin/wallets/\($0.owner.id)/grant" },
                body: { _, _ in #"{"amount_cents": 100, "reason": "Hi"}"# }
            ),
            read("wallets/{id:id}") { "wallets/\($0.owner.id)" },
            read("wallets/{id:id}/entries") { "wallets/\($0.owner.id)/entries" },
            read("wallets/{id:id}/bets") { "wallets/\($0.owner.id)/bets" },
            read("events/{id:id}/bets") { "events/\($0.book.event)/bets" },
            read("events/{id:id}/preview") {
                "events/\($0.book.event)/preview/?decision=cancelled&market=12"
            },
            RouteCase(
                "v1 POST admin/feeds/preview",
                200,
                stranger: .refused(403),
                path: { _ in "admin/feeds/preview" },
                body: { _, _ in
                    // A name that nobody has: the answer is a problem with the connection.
                    """
                    {"source": "html", "url": "https://odds.invalid/",
                     "options": {"tournament": "NFL", "sport": "american_football"}}
                    """
                }
            ),
        ]

    /// What an admin reads about a row.
    private static func read(_ pattern: String, _ path: @escaping @Sendable (Scenario) -> String) -> RouteCase
    {
        RouteCase(
            "v1 GET admin/\(pattern)",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/\(path($0))" }
        )
    }

    private static let tree: [RouteCase] = [
        admin("GET", "tournaments", 200) { $0.tournament },
        admin("PATCH", "tournaments", 200, { $0.tournament }, #"{"status": "closed"}"#),
        admin("DELETE", "tournaments", 204) { $0.emptyTournament },
        RouteCase(
            "v1 POST admin/events",
            201,
            stranger: .refused(403),
            elsewhere: .body(422),
            path: { _ in "admin/events" },
            body: { _, named in
                """
                {"tournament_id": \(named.book.tournament), "home": "Home", "away": "Away",
                 "starts_at": "2030-12-06T18:00:00Z"}
                """
            }
        ),
        admin("GET", "events", 200) { $0.event },
        admin(
            "PATCH",
            "events",
            200,
            { $0.event },
            #"{"status": "final", "home_score": 2, "away_score": 1}"#
        ),
        admin("DELETE", "events", 204) { $0.emptyEvent },
        RouteCase(
            "v1 POST admin/markets",
            201,
            stranger: .refused(403),
            elsewhere: .body(422),
            path: { _ in "admin/markets" },
            body: { _, named in
                """
                {"event_id": \(named.book.emptyEvent), "kind": "spread", "line": -3,
                 "outcomes": [{"side": "home", "price": "-110"}, {"side": "away", "price": "-110"}]}
                """
            }
        ),
        admin("GET", "markets", 200) { $0.market },
        admin("PATCH", "markets", 200, { $0.market }, #"{"status": "suspended"}"#),
        admin("DELETE", "markets", 204) { $0.freeMarket },
        admin("GET", "outcomes", 200) { $0.outcome },
        admin("PATCH", "outcomes", 200, { $0.outcome }, #"{"price": "+150"}"#),
        admin("GET", "feeds", 200) { $0.feed },
        admin("PATCH", "feeds", 200, { $0.feed }, #"{"name": "Other"}"#),
        admin("DELETE", "feeds", 204) { $0.feed },
        RouteCase(
            "v1 POST admin/feeds/{id:id}/run",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/feeds/\($0.book.feed)/run" }
        ),
    ]
}
