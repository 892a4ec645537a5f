extension RouteCase {
    /// What a tenant's admins do with API keys.
    static let keys: [RouteCase] = [
        RouteCase(
            "v1 GET admin/keys/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/keys/\($0.key)" }
        ),
        RouteCase(
            "v1 PATCH admin/keys/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/keys/\($0.key)" },
            body: { _, _ in #"{"label": "Results", "scopes": ["events:read"]}"# }
        ),
        RouteCase(
            "v1 DELETE admin/keys/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/keys/\($0.key)" }
        ),
    ]
}
