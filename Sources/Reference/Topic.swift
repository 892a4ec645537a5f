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
    case further = "Other calls"
    case operation = "Operation"

    /// By module; without one, by the first word of the path.
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
        case .signingIn: "Accounts, tokens and passwords. Each device has a token."
        case .profiles: "Your profile, other people's, and photos."
        case .people: "Blocking people and reporting to the moderators."
        case .settings: "An account's settings, and an export of its data."
        case .inbox: "Notices about what happened, in the app and by mail."
        case .meetups: "Language exchange: find a partner, match, and plan a meetup."
        case .wagers: "Friendly bets: pose, take, settle, pay and rate. Also friends and search."
        case .tenant: "Public facts about a tenant."
        case .administration: "For admins and moderators. Admins can do everything that moderators can."
        case .further: ""
        case .operation: "For operators: health, metrics and this reference. These paths belong to no tenant."
        }
    }
}
