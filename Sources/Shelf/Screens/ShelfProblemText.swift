internal import Localization

/// What people read of the problems and of the rules of fields of shelves.
enum ShelfProblemText: String, TextKey {
    case pictureUnavailable = "picture_unavailable"
    // MARK: Codes of problems

    case catalogUnavailable = "catalog_unavailable", shelfPrivate = "shelf_private"
    case alreadyOnShelf = "already_on_shelf"

    // MARK: Rules of fields

    case aShelfStatus, finishedAfterStart, yearOfEntry, oneDecimal, gamesDiffer, gamesKnown, gameKnown
    case unknownColumn, columnTwice, columnMissing, linesOfFile

    static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
