package import Database
package import ParlayAPI
package import Tenancy

/// What processes did in an hour, for a tenant or the whole installation.
package struct OperatorLoad: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "timestamptz 'epoch' + h.hour * interval '1 hour'",
        "coalesce(sum(c.count) filter (where c.name = 'http_requests'), 0)::bigint",
        "coalesce(sum(c.count) filter (where c.name = 'jobs_finished'), 0)::bigint",
    ]

    package let hour: Timestamp
    /// That were answered.
    package let requests: Int64
    /// Runs of jobs, whatever their result.
    package let runs: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        hour = try columns.time()
        requests = try columns.integer()
        runs = try columns.integer()
    }

    /// The tenant `$1`, to the hour `$2` since the Unix epoch.
    private static let lastDay = RowStatement<OperatorLoad>(
        "select",
        columns,
        """
          from generate_series($2::bigint - 23, $2) as h (hour)
          left join process_counts c
                 on c.tenant_id = $1 and c.hour = timestamptz 'epoch' + h.hour * interval '1 hour'
         group by h.hour
         order by h.hour
        """
    )

    package static let statements = [lastDay.statement]

    /// 24 hours, of which the last is the one of `now`. The last minute is not written yet.
    ///
    /// - Parameter tenant: `nil` for the whole installation.
    package static func lastDay(of tenant: TenantID? = nil, at now: Timestamp, _ pool: DatabasePool)
        async throws(DatabaseError) -> [OperatorLoad]
    {
        let tenant = tenant?.rawValue ?? ProcessCounts.installation
        return try await pool.read(lastDay(.integer(tenant), .integer(now.hour))).all
    }
}
