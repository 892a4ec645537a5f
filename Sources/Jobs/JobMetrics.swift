package import Database

/// The state of the queue, for `/metrics`.
package struct JobMetrics: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package let kind: String
        /// `available`, `running` or `dead`.
        package let state: String
        package let count: Int
    }

    package let counts: [Count]
    /// Seconds for which the earliest waiting job has been due; 0 if none is.
    package let oldestSeconds: Double

    /// At most this many of each kind are counted; this number means "at least".
    package static let limit = 10_000

    package static func read(_ pool: DatabasePool) async throws(DatabaseError) -> JobMetrics {
        let (found, age) = try await pool.read(counts(.integer(limit)), oldest())
        return JobMetrics(counts: try found.all, oldestSeconds: try age.first ?? 0)
    }

    /// A function of the schema, because the front's role sees no other tenant's jobs.
    private static let counts = RowStatement<Count>("select", Count.columns, "from job_counts($1)")
    private static let oldest = RowStatement<Double>("select job_oldest_seconds()")
    static let statements = [counts.statement, oldest.statement]
}

extension JobMetrics.Count: ColumnGroup {
    package static let columns: SQLFragment = ["kind", "state", "count"]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        kind = try columns.text()
        state = try columns.text()
        count = Int(try columns.integer())
    }
}
