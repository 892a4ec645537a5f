internal import Outbound

/// Settings of modules. They are here because all settings are read, checked and listed together.
extension Configuration {
    static let moduleTopics = [Topic("Modules", readBy: .work, [Entry(oddsAPI)])]

    package static let oddsAPI = Setting<String>.text(
        "PARLAY_ODDS_API_URL",
        default: "https://api.the-odds-api.com",
        "Where The Odds API is. Unlike the addresses that tenants set, it may be private.",
        expects: "an absolute http or https URL without a username",
        where: { text in OutboundURL(text).map { !$0.hasCredentials } ?? false }
    )
}
