package import Database
internal import Jobs
internal import Tenancy

/// What the operator does with jobs. Each change leaves an entry in the audit log of the job's tenant, or in the installation's.
package enum OperatorJobs {
    static let changes = JobAdmin.Changes(
        retried: logged("'job.retry'"),
        discarded: logged("'job.discard'"),
        run: logged("'job.run'")
    )
    static let pauses = PausedKind.Changes(
        paused: loggedKind("'kind.pause'"),
        resumed: loggedKind("'kind.resume'")
    )

    package static let statements = changes.statements + pauses.statements

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

    /// Enqueues the job of a schedule now. Returns its id; `nil` if there is no such kind.
    package static func run(kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Int64? {
        try await JobAdmin.run(kind: kind, by: changes, pool)
    }

    /// - Returns: whether the kind was not paused before.
    package static func pause(_ kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Bool {
        try await PausedKind.pause(kind, by: pauses, pool)
    }

    /// - Returns: whether the kind was paused.
    package static func resume(_ kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Bool {
        try await PausedKind.resume(kind, by: pauses, pool)
    }

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
            "), logged_without_tenant as (",
            Audit.insertOfInstallation(
                action,
                on: ("'job'", "c.id::text"),
                details: "jsonb_build_object('kind', c.kind)",
                from: "changed c where c.tenant_id = 0"
            ),
            ")"
        )
    }

    private static func loggedKind(_ action: SQLFragment) -> SQLFragment {
        SQLFragment(
            joining: ", logged as (",
            Audit.insertOfInstallation(action, on: ("'kind'", "c.kind"), from: "changed c"),
            ")"
        )
    }
}
