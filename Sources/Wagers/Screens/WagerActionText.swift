internal import Localization

/// What admins read of the actions of wagers in the audit log.
enum WagerActionText: String, TextKey {
    case wagerArbitrate = "wager.arbitrate"
    case wagerVoid = "wager.void"

    static let catalog = Catalog(
        en: PackageResources.actions_en_json,
        es: PackageResources.actions_es_json,
        de: PackageResources.actions_de_json
    )
}
