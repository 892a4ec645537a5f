internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// An entry without its game: a row of `shelf_games`, called `s`, that is no wish.
struct EntryRow: ColumnGroup, Hashable {
    static let columns = values + ["s.note"] + times
    /// The same as the caller may see them: without a note that is hidden from them.
    static let shownColumns =
        values + [
            """
            case when s.note is not null
                      and not is_hidden_part(s.account_id, 'shelf', s.account_id, s.game_id::text)
                 then s.note end
            """
        ] + times

    private static let values: SQLFragment = ["s.status", "s.rating", "s.hour_tenths"]
    private static let times: SQLFragment = [
        "s.started_on - date '1970-01-01'", "s.finished_on - date '1970-01-01'", "s.added_at", "s.updated_at",
    ]

    var values: EntryValues
    let addedAt: Timestamp
    var updatedAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let number = try columns.integer()
        guard let status = Int(exactly: number).flatMap(ShelfStatus.init(rawValue:)) else {
            throw .decoding("\(number) is no status of a shelf")
        }
        values = EntryValues(status: status)
        values.rating = try columns.optionalInteger().map { Int($0) }
        values.hours = PlayedHours(tenths: try columns.integer())
        values.note = try columns.optionalText()
        values.startedOn = try columns.optionalDate()
        values.finishedOn = try columns.optionalDate()
        addedAt = try columns.time()
        updatedAt = try columns.time()
    }

    func resource(of game: Game) -> ShelfEntry {
        ShelfEntry(
            game: game,
            status: values.status,
            userRating: values.rating,
            userHours: values.hours,
            note: values.note,
            startedOn: values.startedOn,
            finishedOn: values.finishedOn,
            addedAt: addedAt,
            updatedAt: updatedAt
        )
    }
}

/// An entry `s` with its game `g`.
struct ShelfRow: ColumnGroup {
    static let columns: SQLFragment = EntryRow.columns + GameRow.columns
    static let shownColumns: SQLFragment = EntryRow.shownColumns + GameRow.columns

    var entry: EntryRow
    let game: GameRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        entry = try EntryRow(&columns)
        game = try GameRow(&columns)
    }

    var resource: ShelfEntry { entry.resource(of: game.game) }
}

/// A wish `s` with its game `g`.
struct WishRow: ColumnGroup {
    static let columns: SQLFragment = ["s.added_at"] + GameRow.columns

    let addedAt: Timestamp
    let game: GameRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        addedAt = try columns.time()
        game = try GameRow(&columns)
    }

    var resource: Wish { Wish(game: game.game, addedAt: addedAt) }
}

/// What became of an attempt to add a game. There is no row if there is no such game.
struct AddedRow: RowReadable {
    let game: GameRow
    /// Whether the account still exists.
    let isActive: Bool
    /// `nil` if it was on the shelf already.
    let entry: EntryRow?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        game = try GameRow(&columns)
        isActive = try columns.boolean()
        entry = try columns.optional()
    }
}

/// What became of a wish. There is no row if there is no such game.
struct WishedRow: RowReadable {
    /// Whether the account still exists.
    let isActive: Bool
    /// Whether it is a wish now; not if the game is on the shelf.
    let isWish: Bool?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        isActive = try columns.boolean()
        isWish = try columns.optionalBoolean()
    }
}

/// The person whose shelf someone looks at.
struct ShelfOwner: RowReadable {
    let settings: StoredSettings
    let isCaller: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        settings = try StoredSettings(&columns)
        isCaller = try columns.boolean()
    }
}
