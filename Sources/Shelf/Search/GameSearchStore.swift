package import Database
internal import ParlayAPI
internal import Tenancy

/// Finds the games of a list, in order. `find_games` (db/functions) chooses them.
///
/// `page` reads ids and cursors alone. To read more of each game, join `hits`, whose values are `parameters`:
///
///     static let list = RowStatement<ListedGame>(
///         "select", GameHit.columns.of("h") + GameRow.columns.of("g"),
///         "from", GameSearchStore.hits, "join games g on g.id = h.game_id order by h.place"
///     )
package enum GameSearchStore {
    /// An item of `from` with the alias `h`: the columns of `GameHit`, and `place` for the order. Takes `$1` to `$12`.
    package static let hits: SQLFragment = """
        find_games(
            $2, $3, row($4, $5, $6, $7, $8)::game_filter, row($9, $10, $11, $12)::game_page,
            array(select f.game_id from featured_games f where f.tenant_id = $1 order by f.place)
        ) h
        """

    /// The values of `hits`.
    package static func parameters(_ query: GameQuery) -> [Parameter] {
        let after = query.after.flatMap { $0.count == GameHit.cursorLength ? $0 : nil }
        return [
            .id(query.featuredIn), .text(query.q), .text(query.sort?.rawValue),
            .text(query.genre), .text(query.platform), .text(query.releasedFrom?.description),
            .text(query.minRating.map { "\($0)" }), .integer(query.minVotes),
            .integer(after?[0]), after.map { GameHit.number(ofCursor: $0[1]) } ?? .null, .integer(after?[2]),
            .integer(query.limit),
        ]
    }

    private static let find = RowStatement<GameHit>(
        "select",
        GameHit.columns.of("h"),
        "from",
        hits,
        "order by h.place"
    )

    package static func page(_ query: GameQuery) -> RowQuery<GameHit> { find(parameters(query)) }

    package static let statements = [find.statement]
}
