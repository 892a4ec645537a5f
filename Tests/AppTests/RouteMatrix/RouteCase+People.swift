/// What people do to each other, and what a tenant's admins do.
extension RouteCase {
    static let people: [RouteCase] = [
        RouteCase(
            "v1 GET stream",
            101,
            path: { _ in "stream" },
            headers: [
                ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ]
        ),
        RouteCase(
            "v1 PUT settings",
            200,
            path: { _ in "settings" },
            body: { _, _ in #"{"locale": "de", "time_zone": "Europe/Berlin", "mail_notices": false}"# }
        ),
        RouteCase(
            "v1 PATCH settings",
            200,
            path: { _ in "settings" },
            body: { _, _ in #"{"time_zone": "Asia/Tokyo"}"# }
        ),
        RouteCase(
            "v1 POST blocks/{id:id}",
            201,
            elsewhere: .path(404),
            path: { "blocks/\($0.free.id)" }
        ),
        RouteCase(
            "v1 GET blocks/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "blocks/\($0.blocked.id)" }
        ),
        RouteCase(
            "v1 DELETE blocks/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "blocks/\($0.blocked.id)" }
        ),
        RouteCase(
            "v1 POST reports",
            201,
            elsewhere: .body(422),
            path: { _ in "reports" },
            body: { _, named in #"{"account_id": \#(named.free.id), "reason": "spam", "text": "Look."}"# }
        ),
    ]

    static let administration: [RouteCase] = [
        RouteCase(
            "v1 GET admin/reports/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/reports/\($0.report)" }
        ),
        RouteCase(
            "v1 PATCH admin/reports/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/reports/\($0.report)" },
            body: { _, _ in #"{"status": "resolved", "note": "Done."}"# }
        ),
        RouteCase(
            "v1 PATCH admin/settings",
            200,
            stranger: .refused(403),
            path: { _ in "admin/settings" },
            body: { scenario, _ in #"{"token_days": \#(scenario.number)}"# }
        ),
        RouteCase(
            "v1 PUT admin/categories",
            200,
            stranger: .refused(403),
            path: { _ in "admin/categories" },
            body: { scenario, _ in #"{"names": ["Sports \#(scenario.number)"]}"# }
        ),
        RouteCase(
            "v1 POST admin/invites",
            201,
            stranger: .refused(403),
            path: { _ in "admin/invites" },
            body: { _, _ in #"{"uses": 3, "expires_at": null}"# }
        ),
        RouteCase(
            "v1 DELETE admin/invites/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/invites/\($0.invite)" }
        ),
        RouteCase(
            "v1 POST admin/hidden",
            201,
            stranger: .refused(403),
            elsewhere: .body(422),
            path: { _ in "admin/hidden" },
            body: { _, named in
                #"{"subject": {"type": "account", "id": \#(named.free.id)}, "part": "bio", "reason": "No."}"#
            }
        ),
        RouteCase(
            "v1 DELETE admin/hidden/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/hidden/\($0.hidden)" }
        ),
        RouteCase(
            "v1 GET admin/accounts/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/accounts/\($0.free.id)" }
        ),
        RouteCase(
            "v1 PATCH admin/accounts/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/accounts/\($0.free.id)" },
            body: { _, _ in #"{"role": "moderator"}"# }
        ),
        account("POST", "/password-reset", 202),
        account("GET", "/tokens", 200),
        account("GET", "/mails", 200),
        account("DELETE", "/tokens", 204),
        account("GET", "/export", 200),
        account("GET", "/matches", 200),
        account("DELETE", "", 204),
    ]

    /// A call about a person's account.
    private static func account(_ method: String, _ rest: String, _ status: Int) -> RouteCase {
        RouteCase(
            "v1 \(method) admin/accounts/{id:id}\(rest)",
            status,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/accounts/\($0.free.id)\(rest)" }
        )
    }
}
