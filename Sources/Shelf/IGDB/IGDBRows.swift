internal import Database

struct PermitAnswer: ColumnGroup {
    static let columns: SQLFragment = ["permit", "wait_ms", "is_paused"]

    let permit: Int64?
    let waitMilliseconds: Int64
    let isPaused: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        permit = try columns.optionalInteger()
        waitMilliseconds = try columns.integer()
        isPaused = try columns.boolean()
    }
}

struct TokenAnswer: ColumnGroup {
    static let columns: SQLFragment = ["step", "token", "wait_ms"]

    enum Step: String { case use, renew, wait, refused, paused }

    let step: Step
    let token: String?
    let waitMilliseconds: Int64?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        step = try columns.choice()
        token = try columns.optionalText()
        waitMilliseconds = try columns.optionalInteger()
    }
}

struct BegunSearch: ColumnGroup {
    static let columns: SQLFragment = ["begun.key is not null", "coalesce(s.status = 'running', false)"]

    let isBegun: Bool
    /// Elsewhere, if it was not begun here.
    let isRunning: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        isBegun = try columns.boolean()
        isRunning = try columns.boolean()
    }
}

struct BegunSync: ColumnGroup {
    static let columns: SQLFragment = [
        "sync_id", "extract(epoch from clock_timestamp())::bigint",
        "extract(epoch from synced_until)::bigint",
        "top_count", "top_votes",
    ]

    let id: Int64
    /// Seconds since the Unix epoch, by the database's clock.
    let startedAt: Int64
    let syncedUntil: Int64?
    let topCount: Int64?
    let topVotes: Int64?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        startedAt = try columns.integer()
        syncedUntil = try columns.optionalInteger()
        topCount = try columns.optionalInteger()
        topVotes = try columns.optionalInteger()
    }
}

struct SyncGauges: ColumnGroup {
    static let columns: SQLFragment = [
        "extract(epoch from clock_timestamp() - last_sync_at)::bigint", "paused_until > clock_timestamp()",
    ]

    /// Seconds since the last sync that succeeded.
    let age: Int64?
    let isPaused: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        age = try columns.optionalInteger()
        isPaused = try columns.boolean()
    }
}
