internal import Localization

/// What people read of the notices about shelves: for each text its title too. See `NoticeArguments`.
enum ShelfNoticeText: String, TextKey {
    case hiddenShelf = "hidden_shelf"

    static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
