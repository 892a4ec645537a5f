extension RouteCase {
    private static let body = #"{"url": "https://app.example.org/hook", "events": ["match.made"]}"#

    /// What a tenant's admins do with webhooks.
    static let webhooks: [RouteCase] = [
        RouteCase(
            "v1 POST admin/webhooks",
            201,
            stranger: .refused(403),
            path: { _ in "admin/webhooks" },
            body: { _, _ in body }
        ),
        RouteCase(
            "v1 GET admin/webhooks/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)" }
        ),
        RouteCase(
            "v1 PATCH admin/webhooks/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)" },
            body: { _, _ in body }
        ),
        RouteCase(
            "v1 DELETE admin/webhooks/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)" }
        ),
        RouteCase(
            "v1 POST admin/webhooks/{id:id}/secret",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)/secret" }
        ),
        RouteCase(
            "v1 POST admin/webhooks/{id:id}/test",
            202,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)/test" }
        ),
        RouteCase(
            "v1 GET admin/webhooks/{id:id}/deliveries",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)/deliveries" }
        ),
        RouteCase(
            "v1 POST admin/webhooks/{id:id}/deliveries/{delivery:id}/replay",
            201,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/webhooks/\($0.webhook)/deliveries/\($0.delivery)/replay" }
        ),
    ]
}
