internal import Accounts
internal import Database
internal import ParlayAPI

/// The parts of shelves in other calls.
enum ShelfParts {
    static let exports = [
        ExportPart("shelf", module: .shelf, ShelfStore.all) { row, _ in row.resource },
        ExportPart("wishlist", module: .shelf, ShelfStore.allWishes) { row, _ in row.resource },
    ]

    static let deletionNote = "Your shelf and your wishlist are deleted."

    static let deletionSteps = [ShelfStore.removeAll]
}
