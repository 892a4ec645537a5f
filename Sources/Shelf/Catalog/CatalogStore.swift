internal import Database
internal import ParlayAPI
internal import Tenancy

/// A game of a list.
struct ListedGame: RowReadable {
    static let columns: SQLFragment = GameHit.columns.of("h") + GameRow.columns

    let hit: GameHit
    let game: Game

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        hit = try GameHit(&columns)
        game = try GameRow(&columns).game
    }
}

extension CatalogStore {
    private static let listed = RowStatement<ListedGame>(
        "select",
        ListedGame.columns,
        "from",
        GameSearchStore.hits,
        "join games g on g.id = h.game_id order by h.place"
    )

    static func list(_ query: GameQuery) -> RowQuery<ListedGame> { listed(GameSearchStore.parameters(query)) }

    static let game = RowStatement<GameRow>(
        "select",
        GameRow.columns,
        "from games g where g.id = $1"
    )

    /// The game `$1`, for the operator.
    static let shown = RowStatement<ShownGame>(
        "select",
        ShownGame.columns,
        "from games g where g.id = $1"
    )

    /// Games that are hidden, after the id `$1`, at most `$2`.
    static let hidden = RowStatement<ShownGame>(
        "select",
        ShownGame.columns,
        "from games g where g.is_hidden and g.id > $1 order by g.id limit $2"
    )

    static let readStatements = [
        listed.statement, game.statement, shown.statement, hidden.statement, genres.statement,
        platforms.statement,
    ]
}
