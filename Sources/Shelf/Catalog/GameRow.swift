internal import Database
internal import ParlayAPI
internal import Tenancy

struct GameID: RowID {
    let rawValue: Int64
    init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A game with the names of its genres and platforms: a row of `games`, called `g`.
struct GameRow: ColumnGroup {
    /// The names are read in the list of columns, so that a statement with a limit looks up only those of the rows that it
    /// returns.
    static let columns: SQLFragment = [
        "g.id", "g.igdb_id", "g.name", "g.rating", "g.rating_count", "g.summary",
        "g.release_date - date '1970-01-01'", "g.cover_image_id", "g.cover_url", "g.updated_at",
        """
        array_to_string(array(
            select n.name
              from game_genres l
              join genres n on n.id = l.genre_id
             where l.game_id = g.id
             order by lower(n.name) collate "C"
        ), e'\\x1f')
        """,
        """
        array_to_string(array(
            select n.name
              from game_platforms l
              join platforms n on n.id = l.platform_id
             where l.game_id = g.id
             order by lower(n.name) collate "C"
        ), e'\\x1f')
        """,
    ]

    /// A game that the caller may use: one that is not hidden, or that is on their own shelf or wishlist. `$1` is the tenant.
    static let isVisible: SQLFragment = """
        (g.is_hidden is not true
         or exists (select from shelf_games own
                     where own.tenant_id = $1 and own.account_id = current_account_id() and own.game_id = g.id))
        """

    let game: Game

    var id: GameID { GameID(rawValue: game.id) }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let id = try columns.integer()
        let igdbID = try columns.optionalInteger()
        let name = try columns.text()
        let rating = try columns.optionalDouble()
        let ratingCount = try columns.integer()
        let summary = try columns.optionalText()
        let releaseDate = try columns.optionalDate()
        let imageID = try columns.optionalText()
        let url = try columns.optionalText()
        let updatedAt = try columns.time()
        let cover: GameCover? = if let imageID, let url { GameCover(imageID: imageID, url: url) } else { nil }
        game = Game(
            id: id,
            igdbID: igdbID,
            name: name,
            rating: rating,
            ratingCount: ratingCount,
            summary: summary,
            releaseDate: releaseDate,
            cover: cover,
            genres: try columns.names(),
            platforms: try columns.names(),
            updatedAt: updatedAt
        )
    }
}

extension ColumnReader {
    /// A date that is selected as its days since 1970-01-01.
    mutating func optionalDate() throws(DatabaseError) -> CivilDate? {
        guard let days = try optionalInteger() else { return nil }
        guard let date = Int(exactly: days).flatMap(CivilDate.init(daysSinceEpoch:)) else {
            throw .decoding("day \(days) is outside of the years 0 to 9999")
        }
        return date
    }

    /// Names that are joined by the control character U+001F, which no name and no address has.
    mutating func names() throws(DatabaseError) -> [String] {
        try text().split(separator: "\u{1F}").map(String.init)
    }
}
