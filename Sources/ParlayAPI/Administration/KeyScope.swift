/// What an API key may do: `read` or `write` in one area. Writing includes reading. A scope is here if some call needs it;
/// see `Endpoint.keys`. Stored in rows, never renamed.
public enum KeyScope: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable, MemberValue {
    /// People's accounts, as admins see them.
    case readAccounts = "accounts:read"
    /// Changing and suspending accounts, but not giving roles.
    case writeAccounts = "accounts:write"
    /// Reports and what moderators have hidden.
    case readReports = "reports:read"
    /// Deciding reports.
    case writeReports = "reports:write"
    /// Webhooks and their deliveries.
    case readWebhooks = "webhooks:read"
    /// Registering and changing webhooks.
    case writeWebhooks = "webhooks:write"
    /// Tournaments, events, markets and outcomes.
    case readEvents = "events:read"
    /// Making events and entering results.
    case writeEvents = "events:write"
    /// People's wallets and bets.
    case readWallets = "wallets:read"
    /// Granting money.
    case writeWallets = "wallets:write"
    /// Of the module `meetups`.
    case readMeetups = "meetups:read"
    /// Of the module `wagers`.
    case readWagers = "wagers:read"
    /// Voiding wagers.
    case writeWagers = "wagers:write"
    /// The tree with its stream, and the feeds.
    case readSportsbook = "sportsbook:read"
    /// Feeds, and files of odds.
    case writeSportsbook = "sportsbook:write"
    /// The catalog of games.
    case readShelf = "shelf:read"
    /// Featured games.
    case writeShelf = "shelf:write"

    private var area: Substring { rawValue.prefix { $0 != ":" } }
    private var writes: Bool { rawValue.hasSuffix(":write") }

    /// Whether a key with this scope may make a call that needs the other.
    package func includes(_ needed: KeyScope) -> Bool {
        self == needed || writes && area == needed.area
    }

    /// The module without which it opens nothing; `nil` for what every tenant has.
    package var module: Module? {
        switch area {
        case "events", "wallets": .sportsbook
        default: Module(rawValue: String(area))
        }
    }
}
