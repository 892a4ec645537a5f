internal import Database
internal import ParlayAPI
internal import Tenancy

/// A game with the caller's own entry.
struct GameDetailsRow: RowReadable {
    static let columns: SQLFragment =
        GameRow.columns + ["array_to_string(g.screenshots, e'\\x1f')", "coalesce(s.is_wish, false)"]
        + EntryRow.columns

    let resource: GameDetails

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let game = try GameRow(&columns).game
        let screenshots = try columns.names().map { SourceGame.Screenshot(stored: $0).resource }
        let isWished = try columns.boolean()
        let entry: EntryRow? = try columns.optional()
        resource = GameDetails(
            game: game,
            screenshots: screenshots,
            shelfEntry: entry?.resource(of: game),
            isWished: isWished
        )
    }
}

enum GameDetailsStore {
    static let find = RowStatement<GameDetailsRow>(
        "select",
        GameDetailsRow.columns,
        """
          from games g
          left join shelf_games s on s.tenant_id = $1 and s.account_id = current_account_id() and s.game_id = g.id
         where g.id = $2 and (g.is_hidden is not true or s.game_id is not null)
        """
    )

    static let statements = [find.statement]
}
