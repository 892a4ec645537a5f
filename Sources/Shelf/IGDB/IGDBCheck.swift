internal import Components

/// What `parlay doctor` checks.
enum IGDBCheck {
    /// Asks Twitch for a token, and gives it back.
    static let credentials = InstallationCheck("IGDB") { configuration, client in
        let settings = IGDBSettings(configuration)
        guard let credentials = settings.credentials else { return nil }
        do {
            let new = try await TwitchTokens.request(credentials, at: settings.twitch, client)
            try await TwitchTokens.revoke(new.token, credentials, at: settings.twitch, client)
            return .good("Twitch accepts the credentials")
        } catch {
            return .bad(
                "\(error). Check PARLAY_IGDB_CLIENT_ID and PARLAY_IGDB_CLIENT_SECRET, and that this machine reaches"
                    + " \(settings.twitch)."
            )
        }
    }
}
