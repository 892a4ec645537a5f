internal import Accounts
internal import Administration
internal import Database
internal import ParlayAPI

/// The parts of shelves in other calls.
enum ShelfParts {
    static let exports = [
        ExportPart("shelf", module: .shelf, ShelfStore.all) { row, _ in row.resource },
        ExportPart("wishlist", module: .shelf, ShelfStore.allWishes) { row, _ in row.resource },
    ]

    static let hideable = HideableSubject(
        "shelf",
        module: .shelf,
        parts: .id(of: "the id of a game with a note"),
        // Changes nothing: a hidden note is left out where shelves are read, so that it stays hidden when the game is taken off
        // and added again.
        note:
            "`shelf`, by the person's id: the note on a game; `part` is the game's id.",
        mark: RowStatement(
            """
            select s.account_id, 'your note on “' || g.name || '”'
              from shelf_games s
              join games g on g.id = s.game_id
             where s.tenant_id = $1 and s.account_id = $2 and s.game_id = $3::text::bigint and s.note is not null
               and $4::boolean is not null and $5::timestamptz is not null
            """
        )
    )

    static let deletionNote = "Your shelf and your wishlist are deleted."

    static let deletionSteps = [ShelfStore.removeAll]
}
