internal import Localization

/// What demo tenants are for that have the same module.
enum DemoText: String, TextKey {
    case draftQueens, betbull

    static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
