internal import Components
internal import Database
internal import Observability

/// How old the last backup is that `parlay-backup` recorded in the database (`deploy/backup`).
enum BackupGauge {
    private static let select = RowStatement<Double>(
        "select extract(epoch from clock_timestamp() - ended_at)::float8 from backups"
    )
    static let statements = [select.statement]

    static let gauge = ComponentGauge(
        "parlay_backup_age_seconds",
        "Age of the last verified base backup; absent before the first.",
        labels: []
    ) { try await age($0).map { [Sample([], $0)] } ?? [] }

    /// In seconds; `nil` if no backup was recorded.
    static func age(_ database: DatabasePool) async throws -> Double? {
        try await database.read(select()).first
    }
}
