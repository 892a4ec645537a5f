package import Console

/// How to reach IGDB, and what to read from it.
package struct IGDBSettings: Sendable {
    /// Of an application at Twitch.
    struct Credentials: Sendable, Hashable {
        let clientID: String
        let secret: String
    }

    /// `nil` if IGDB is not used.
    let credentials: Credentials?
    /// Without a slash at the end.
    let igdb: String
    let twitch: String
    /// The top games: with at least so many votes, and how many.
    let votes: Int
    let top: Int

    package init(_ configuration: Configuration) {
        credentials =
            configuration.hasIGDB
            ? Credentials(
                clientID: configuration[Configuration.igdbClientID],
                secret: configuration[Configuration.igdbClientSecret]
            ) : nil
        igdb = Self.base(configuration[Configuration.igdb])
        twitch = Self.base(configuration[Configuration.twitch])
        votes = configuration[Configuration.igdbVotes]
        top = configuration[Configuration.igdbTop]
    }

    private static func base(_ url: String) -> String { String(url.reversed().drop { $0 == "/" }.reversed()) }
}

extension IGDBSettings.Credentials: CustomStringConvertible, CustomReflectable {
    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
