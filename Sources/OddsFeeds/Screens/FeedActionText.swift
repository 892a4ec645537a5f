internal import Localization

/// What admins read of the actions of feeds in the audit log.
enum FeedActionText: String, TextKey {
    case feedCreate = "feed.create"
    case feedChange = "feed.change"
    case feedDelete = "feed.delete"
    case feedRun = "feed.run"

    static let catalog = Catalog(
        en: PackageResources.actions_en_json,
        es: PackageResources.actions_es_json,
        de: PackageResources.actions_de_json
    )
}
