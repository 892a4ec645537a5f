extension RouteCase {
    static let friends: [RouteCase] = [
        RouteCase("v1 GET people", 200, path: { _ in "people/?q=party" }),
        RouteCase("v1 GET search", 200, path: { _ in "search/?in=people&q=party" }),
        RouteCase("v1 GET wagers/addressed", 200, path: { _ in "wagers/addressed" }),
        RouteCase(
            "v1 GET profiles/{id:id}/wagers",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)/wagers" }
        ),
        RouteCase(
            "v1 POST friends",
            201,
            elsewhere: .body(404),
            path: { _ in "friends" },
            body: { _, named in #"{"username": "\#(named.stranger.username)"}"# }
        ),
        RouteCase(
            "v1 PUT friends/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "friends/\($0.free.id)" }
        ),
        RouteCase(
            "v1 DELETE friends/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "friends/\($0.partner.id)" }
        ),
    ]
}
