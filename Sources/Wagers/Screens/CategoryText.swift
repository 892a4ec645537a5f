internal import Localization

/// The categories that are common enough to have a name in every language. They are stored by their English word, as every one is.
enum CategoryText: String, TextKey {
    case sports = "Sports"
    case fitness = "Fitness"
    case food = "Food"
    case weather = "Weather"
    case games = "Games"
    case screen = "Screen"
    case music = "Music"
    case work = "Work"
    case other = "Other"

    static let catalog = Catalog(
        en: PackageResources.categories_en_json,
        es: PackageResources.categories_es_json,
        de: PackageResources.categories_de_json
    )
}
