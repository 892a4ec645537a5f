package import Database
internal import Jobs
internal import Tenancy

/// What the operator does with jobs. Each job of a tenant leaves an entry in that tenant's audit log.
package enum OperatorJobs {
    static let changes = JobAdmin.Changes(
        retried: logged("'job.retry'"),
        discarded: logged("'job.discard'")
    )

    package static let statements = changes.statements

    /// Queues dead letters again. Returns the ids that left the dead letters.
    ///
    /// - Parameter tenants: whose jobs these are, by which they are found fast; `nil` if that is not known.
    package static func retry(_ ids: [Int64], of tenants: Set<Int64>? = nil, _ pool: DatabasePool)
        async throws(DatabaseError) -> [Int64]
    {
        try await JobAdmin.retry(ids, of: tenants, by: changes, pool)
    }

    /// Deletes dead letters and waiting jobs, but no running ones. Returns their ids.
    package static func discard(_ ids: [Int64], of tenants: Set<Int64>? = nil, _ pool: DatabasePool)
        async throws(DatabaseError) -> [Int64]
    {
        try await JobAdmin.discard(ids, of: tenants, by: changes, pool)
    }

    /// Jobs of the whole installation have no tenant, and no log.
    private static func logged(_ action: SQLFragment) -> SQLFragment {
        SQLFragment(
            joining: ", logged as (",
            Audit.insert(
                action,
                in: "c.tenant_id",
                on: ("'job'", "c.id"),
                details: "jsonb_build_object('kind', c.kind)",
                by: nil,
                at: "clock_timestamp()",
                from: "changed c join tenants t on t.id = c.tenant_id"
            ),
            ")"
        )
    }
}
