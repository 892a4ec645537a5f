internal import ParlayAPI
internal import Tenancy

/// A chapter of the reference.
struct Topic: Hashable, CaseIterable {
    let title: String
    let summary: String

    /// In their order.
    static let allCases =
        [signingIn, profiles, people, settings, inbox] + Module.allCases.map(of)
        + [tenant, administration, sportsbookAdministration, further, operation]

    static let signingIn = Topic(
        title: "Signing in",
        summary: "Accounts, tokens, passwords and outside accounts. Each device has a token."
    )
    static let profiles = Topic(title: "Profiles", summary: "Your profile, other people's, and photos.")
    static let people = Topic(title: "People", summary: "Blocking people and reporting to the moderators.")
    static let settings = Topic(
        title: "Settings",
        summary: "An account's settings, and an export of its data."
    )
    static let inbox = Topic(
        title: "Inbox and mail",
        summary: "Notices about what happened, in the app and by mail."
    )
    static let tenant = Topic(title: "The tenant", summary: "Public facts about a tenant.")
    static let administration = Topic(
        title: "Administration",
        summary: "For admins and moderators. Admins can do everything that moderators can."
    )
    static let sportsbookAdministration = Topic(
        title: "Sportsbook administration",
        summary:
            "For the admins of a sportsbook: its tournaments, events, prices, results, feeds and wallets."
    )
    static let further = Topic(title: "Other calls", summary: "")
    static let operation = Topic(
        title: "Operation",
        summary:
            "For operators: health, metrics and this reference. These paths belong to no tenant."
    )

    /// The chapter of a module.
    static func of(_ module: Module) -> Topic {
        Topic(
            title: module.rawValue.prefix(1).uppercased() + module.rawValue.dropFirst(),
            summary: summaries[module] ?? "The calls of the module `\(module.rawValue)`."
        )
    }

    private static let summaries: [Module: String] = [
        .meetups: "Language exchange: find a partner, match, and plan a meetup.",
        .wagers: "Friendly bets: pose, take, settle, pay and rate. Also search by regular expression.",
        .sportsbook:
            "Paper money on real games: the tree of events and odds, wallets, bets and the leaderboard.",
        .shelf: "Video games: the catalog, and people's shelves and wishlists.",
    ]

    /// By module; without one, by the first word of the path.
    static func of(_ route: TenantRoute) -> Topic {
        if route.pattern.hasPrefix("admin/") {
            return route.module == .sportsbook ? sportsbookAdministration : administration
        }
        if let module = route.module { return of(module) }
        return words[String(route.pattern.prefix { $0 != "/" })] ?? further
    }

    private static let words: [String: Topic] = [
        "register": signingIn, "login": signingIn, "token": signingIn, "logout": signingIn,
        "tokens": signingIn, "password": signingIn, "email": signingIn, "identities": signingIn,
        "profiles": profiles, "photo": profiles,
        "blocks": people, "reports": people, "people": people, "friends": people,
        "settings": settings, "export": settings,
        "inbox": inbox, "unsubscribe": inbox,
        "about": tenant,
    ]
}
