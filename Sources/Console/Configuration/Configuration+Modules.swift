internal import Outbound

/// Settings of modules. They are here because all settings are read, checked and listed together.
extension Configuration {
    static let moduleTopics = [
        Topic(
            "Push messages for apps",
            readBy: .work,
            [Entry(applePush), Entry(applePushSandbox), Entry(firebase), Entry(googleTokens)]
        ),
        Topic("Sportsbook", readBy: .work, [Entry(oddsAPI)]),
        Topic(
            "Catalog of games",
            [Entry(igdbClientID), Entry(igdbClientSecret)]
                + Topic("", readBy: .work, [Entry(igdb), Entry(twitch), Entry(igdbVotes), Entry(igdbTop)])
                .entries
        ),
    ]

    package static let applePush = pushService(
        "PARLAY_APNS_URL",
        "https://api.push.apple.com",
        "Where Apple takes push messages for apps, without a slash at the end. Other addresses are for tests."
    )
    package static let applePushSandbox = pushService(
        "PARLAY_APNS_SANDBOX_URL",
        "https://api.sandbox.push.apple.com",
        "The same for apps that Xcode installed."
    )
    package static let firebase = pushService(
        "PARLAY_FCM_URL",
        "https://fcm.googleapis.com",
        "Where Firebase Cloud Messaging takes push messages, without a slash at the end. Other addresses are for tests."
    )
    package static let googleTokens = pushService(
        "PARLAY_GOOGLE_TOKEN_URL",
        "https://oauth2.googleapis.com/token",
        "Where Google issues tokens for Firebase Cloud Messaging."
    )

    private static func pushService(_ name: String, _ url: String, _ summary: String) -> Setting<String> {
        .text(
            name,
            default: url,
            summary,
            expects: "an absolute http or https URL without a username and a slash at the end",
            where: { isServer($0) && !$0.hasSuffix("/") }
        )
    }

    package static let oddsAPI = Setting<String>.text(
        "PARLAY_ODDS_API_URL",
        default: "https://api.the-odds-api.com",
        "Where The Odds API is. Unlike the addresses that tenants set, it may be private.",
        expects: "an absolute http or https URL without a username",
        where: isServer
    )

    package static let igdbClientID = Setting<String>.text(
        "PARLAY_IGDB_CLIENT_ID",
        default: "",
        "The client id of an application at Twitch, to read games from IGDB. Without it, the catalog has what"
            + " `parlay admin games import` loads. Set the same value for `serve` and `work`.",
        expects: "letters, digits, hyphens and underscores, at most 200",
        where: isWord
    )
    package static let igdbClientSecret = Setting<String>.text(
        "PARLAY_IGDB_CLIENT_SECRET",
        default: "",
        isSecret: true,
        "The secret of that application; better in a file, with `PARLAY_IGDB_CLIENT_SECRET_FILE`. Set the same"
            + " value for `serve` and `work`.",
        expects: "letters, digits, hyphens and underscores, at most 200",
        where: isWord
    )
    package static let igdb = Setting<String>.text(
        "PARLAY_IGDB_URL",
        default: "https://api.igdb.com",
        "Where IGDB is.",
        expects: "an absolute http or https URL without a username",
        where: isServer
    )
    package static let twitch = Setting<String>.text(
        "PARLAY_TWITCH_URL",
        default: "https://id.twitch.tv",
        "Where Twitch issues tokens for IGDB.",
        expects: "an absolute http or https URL without a username",
        where: isServer
    )
    package static let igdbVotes = Setting<Int>.integer(
        "PARLAY_IGDB_VOTES",
        default: 20,
        1...1_000_000,
        "Votes that a game needs at IGDB to be read into the catalog."
    )
    package static let igdbTop = Setting<Int>.integer(
        "PARLAY_IGDB_TOP",
        default: 5000,
        1...500_000,
        "Games with the best ratings that the first sync reads."
    )

    private static func isServer(_ text: String) -> Bool {
        OutboundURL(text).map { !$0.hasCredentials } ?? false
    }

    private static func isWord(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_".utf8.contains(byte)
            }
    }

    /// Checks the settings of IGDB together.
    var moduleMistakes: [String] {
        guard self[Self.igdbClientID].isEmpty != self[Self.igdbClientSecret].isEmpty else { return [] }
        return ["set both PARLAY_IGDB_CLIENT_ID and PARLAY_IGDB_CLIENT_SECRET, or neither"]
    }

    /// Whether games are read from IGDB.
    package var hasIGDB: Bool { !self[Self.igdbClientID].isEmpty && !self[Self.igdbClientSecret].isEmpty }
}
