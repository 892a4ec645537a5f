package import Database

/// A schedule as operators see it.
package struct ScheduleEntry: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = ["name", "kind", "cron", "enabled", "last_tick"]

    package let name: String
    package let kind: String
    /// Five fields in UTC.
    package let cron: String
    package let isEnabled: Bool
    /// When it last enqueued its job; milliseconds since the Unix epoch.
    package let lastTick: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        name = try columns.text()
        kind = try columns.text()
        cron = try columns.text()
        isEnabled = try columns.boolean()
        lastTick = try columns.milliseconds()
    }

    private static let list = RowStatement<ScheduleEntry>("select", columns, "from schedules order by name")

    static let statements = [list.statement]

    /// All schedules by name.
    package static func all(_ pool: DatabasePool) async throws(DatabaseError) -> [ScheduleEntry] {
        try await pool.read(list()).all
    }
}
