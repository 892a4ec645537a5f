extension RouteCase {
    static let wagers: [RouteCase] = [
        RouteCase(
            "v1 GET wagers/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "wagers/\($0.wagers.open)" }
        )
    ]
}
