internal import Localization

/// What admins read of the actions of the sportsbook in the audit log.
enum SportsbookActionText: String, TextKey {
    case eventCreate = "event.create"
    case eventChange = "event.change"
    case eventDelete = "event.delete"
    case marketCreate = "market.create"
    case marketChange = "market.change"
    case marketDelete = "market.delete"
    case outcomeChange = "outcome.change"
    case tournamentCreate = "tournament.create"
    case tournamentChange = "tournament.change"
    case tournamentDelete = "tournament.delete"
    case oddsImport = "odds.import"
    case walletGrant = "wallet.grant"

    static let catalog = Catalog(
        en: PackageResources.actions_en_json,
        es: PackageResources.actions_es_json,
        de: PackageResources.actions_de_json
    )
}
