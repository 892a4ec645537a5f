internal import Database
internal import ParlayAPI
internal import Tenancy

/// A game as an operator looks at it.
struct ShownGame: RowReadable {
    static let columns: SQLFragment =
        GameRow.columns + [
            "g.source", "g.source_id",
            "(select count(*) from shelf_games s where s.game_id = g.id and not s.is_wish)",
            "(select count(*) from shelf_games s where s.game_id = g.id and s.is_wish)",
            "coalesce(g.is_hidden, false)",
        ]

    let game: Game
    /// Where it came from, unless it was IGDB.
    let source: String?
    let sourceID: Int64?
    /// How many people of all tenants have it, and wish for it.
    let shelves: Int64
    let wishes: Int64
    /// In no list and no search.
    let isHidden: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        game = try GameRow(&columns).game
        source = try columns.optionalText()
        sourceID = try columns.optionalInteger()
        shelves = try columns.integer()
        wishes = try columns.integer()
        isHidden = try columns.boolean()
    }

    var fields: [(name: String, value: String)] {
        let all: [(name: String, value: String)] = [
            ("id", String(game.id)), ("name", game.name), ("id at IGDB", game.igdbID.map(String.init) ?? ""),
            ("source", source ?? ""), ("id at the source", sourceID.map(String.init) ?? ""),
            ("rating", game.rating.map { "\($0) of \(game.ratingCount) people" } ?? ""),
            ("released", game.releaseDate?.description ?? ""),
            ("genres", game.genres.joined(separator: ", ")),
            ("platforms", game.platforms.joined(separator: ", ")), ("cover", game.cover?.url ?? ""),
            ("changed", game.updatedAt.description), ("on shelves", String(shelves)),
            ("on wishlists", String(wishes)), ("hidden", isHidden ? "yes" : "no"),
            ("summary", game.summary ?? ""),
        ]
        return all.filter { !$0.value.isEmpty }
    }

    /// The members of the API's resource, and some more.
    var json: JSONValue {
        guard case .object(var object) = JSONValue(written: game) else { return .null }
        object.add("source", source.map { .string($0) } ?? .null)
        object.add("source_id", sourceID.map { .integer($0) } ?? .null)
        object.add("shelves", .integer(shelves))
        object.add("wishes", .integer(wishes))
        object.add("hidden", .bool(isHidden))
        return .object(object)
    }
}
