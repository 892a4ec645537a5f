internal import ParlayAPI

extension AccountAdminRoutes {
    /// A profile as its owner sees it: with the email, and what the tenant's modules add.
    static let fields: [FieldDescription] =
        [
            .member("id", .integer), .member("username", .text), .member("first_name", .text),
            .member("last_name", .text), .member("photo", .text, isNullable: true), .member("bio", .text),
            .member("created_at", .timestamp), .member("last_active_at", .timestamp, "To the hour."),
            .member("role", oneOf: Profile.Role.self), .member("status", oneOf: AccountChange.Status.self),
            .member("email", .text, format: "email"),
        ] + meetups + wagers

    private static let meetups: [FieldDescription] = [
        .member("known_lang", .text, "ISO 639-1; empty when not said.", isRequired: false, module: .meetups),
        .member("learn_lang", .text, "ISO 639-1; empty when not said.", isRequired: false, module: .meetups),
        .member(
            "reliability",
            .object([.member("met", .integer), .member("no_show", .integer)]),
            isRequired: false,
            module: .meetups
        ),
    ]

    private static let wagers: [FieldDescription] = [
        .member("venmo_username", .text, isNullable: true, isRequired: false, module: .wagers),
        .member("pnl_cents", .integer, isRequired: false, module: .wagers),
        .member("wagers_won", .integer, isRequired: false, module: .wagers),
        .member("wagers_lost", .integer, isRequired: false, module: .wagers),
        .member(
            "rating",
            .object([.member("mean", .number, isNullable: true), .member("count", .integer)]),
            isRequired: false,
            module: .wagers
        ),
        .member("friendship", .text, isRequired: false, module: .wagers),
    ]

    static let example: JSONValue = [
        "id": 12, "username": "dora", "first_name": "Dora", "last_name": "Weiss", "photo": nil, "bio": "",
        "created_at": "2026-05-20T18:30:00.000Z", "last_active_at": "2026-05-21T08:00:00.000Z",
        "role": "moderator", "status": "active", "email": "dora@example.org",
    ]

    static let pageFields: [FieldDescription] = [
        .member("items", .list(.member("", .object(fields)))),
        .member("next_cursor", .text, isNullable: true),
    ]

    static let pageExample: JSONValue = ["items": [example], "next_cursor": nil]
}
