package import Database

/// The queue at a glance, for `/metrics`.
package struct JobMetrics: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package let kind: String
        /// `available`, `running` or `dead`.
        package let state: String
        package let count: Int
    }

    package let counts: [Count]
    /// Seconds since the earliest job that waits was due; 0 when none is.
    package let oldestSeconds: Double

    /// Of each kind at most this many are counted; a number there means "at least".
    package static let limit = 10_000

    package static func read(_ pool: DatabasePool) async throws(DatabaseError) -> JobMetrics {
        let results = try await pool.read([counts(.integer(limit)), oldest()])
        var found: [Count] = []
        for row in results[0] {
            found.append(Count(kind: try row.text(0), state: try row.text(1), count: Int(try row.integer(2))))
        }
        return JobMetrics(counts: found, oldestSeconds: try results[1].first?.double(0) ?? 0)
    }

    /// A function of the schema, because the front's role sees no other tenant's jobs.
    private static let counts = Statement("select kind, state, count from job_counts($1)")
    private static let oldest = Statement("select job_oldest_seconds()")
    static let statements = [counts, oldest]
}
