internal import ParlayAPI
internal import Tenancy

/// The chapters of the reference, in their order.
enum Topic: String, CaseIterable {
    case signingIn = "Signing in"
    case profiles = "Profiles"
    case people = "People"
    case settings = "Settings"
    case inbox = "Inbox and mail"
    case meetups = "Meetups"
    case wagers = "Wagers"
    case tenant = "The tenant"
    case administration = "Administration"
    case further = "Further calls"
    case operation = "Operation"

    /// By module, and where it has none by the first word of its path.
    init(of route: TenantRoute) {
        if route.pattern.hasPrefix("admin/") {
            self = .administration
            return
        }
        switch route.module {
        case .meetups: self = .meetups
        case .wagers: self = .wagers
        case nil: self = Self.words[String(route.pattern.prefix { $0 != "/" })] ?? .further
        }
    }

    private static let words: [String: Topic] = [
        "register": .signingIn, "login": .signingIn, "token": .signingIn, "logout": .signingIn,
        "tokens": .signingIn, "password": .signingIn,
        "profiles": .profiles, "photo": .profiles,
        "blocks": .people, "reports": .people, "friends": .people,
        "settings": .settings, "export": .settings,
        "inbox": .inbox, "unsubscribe": .inbox,
        "about": .tenant,
    ]

    var summary: String {
        switch self {
        case .signingIn: "Accounts, tokens and passwords. A token stands for one device."
        case .profiles: "One's own profile and others'."
        case .people: "Keeping out of each other's way, and telling the moderators."
        case .settings: "What an account has set for itself, and all that is known of it."
        case .inbox: "One notice for each change that concerns the account."
        case .meetups: "Partners who know the language that one learns and learn the one that one knows."
        case .wagers: "Friendly bets between people."
        case .tenant: "What strangers may know."
        case .administration: "For the roles `admin` and `moderator`. An admin may do what a moderator may."
        case .further: ""
        case .operation: "For those who run the server; these stand outside of every tenant."
        }
    }
}
