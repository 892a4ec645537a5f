package import Database

/// What `parlay admin jobs` shows and does, across tenants.
package enum JobAdmin {
    package struct Entry: RowReadable, Sendable, Equatable {
        package let tenantID: Int64
        package let id: Int64
        package let kind: String
        /// `available`, `running` or `dead`.
        package let state: String
        package let attempt: Int
        package let maximumAttempts: Int
        /// When it is due, or when it died; milliseconds since the Unix epoch.
        package let at: Int64
        package let lastError: String?
        /// JSON; only with `show`.
        package let payload: String?
        package let stack: String?

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            tenantID = try columns.integer()
            id = try columns.integer()
            kind = try columns.text()
            state = try columns.text()
            attempt = Int(try columns.integer())
            maximumAttempts = Int(try columns.integer())
            at = try columns.milliseconds()
            lastError = try columns.optionalText()
            payload = try columns.optionalText()
            stack = try columns.optionalText()
        }

        /// The columns of a job, up to its payload.
        static let ofJob: SQLFragment = [
            "tenant_id", "id", "kind", "state", "attempt", "max_attempts", "run_at", "last_error",
        ]
        /// The columns of a dead letter, up to its payload.
        static let ofLetter: SQLFragment = [
            "tenant_id", "id", "kind", "'dead'", "attempt", "max_attempts", "died_at", "last_error",
        ]
        fileprivate static let withoutDetails: SQLFragment = ["null::text", "null::text"]
    }

    /// Newest first.
    ///
    /// - Parameters:
    ///   - tenant: `nil` for all.
    ///   - state: `available`, `running`, `dead`, or `nil` for all three.
    ///   - before: the id of the last entry of the page before.
    package static func list(
        tenant: Int64? = nil,
        kind: String? = nil,
        state: String? = nil,
        before: Int64? = nil,
        limit: Int = 50,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [Entry] {
        let query = list(.integer(tenant), .text(kind), .text(state), .integer(before), .integer(limit))
        return try await pool.read(query).all
    }

    package static func show(_ id: Int64, _ pool: DatabasePool) async throws(DatabaseError) -> Entry? {
        try await pool.read(show(.integer(id))).first
    }

    /// Queues dead letters again, with a fresh set of attempts; those whose key another job has are dropped. Returns
    /// the ids that left the dead letters.
    ///
    /// - Parameter tenants: whose jobs these are, by which they are found fast; `nil` if that is not known.
    package static func retry(
        _ ids: [Int64],
        of tenants: Set<Int64>? = nil,
        by changes: Changes = .unlogged,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [Int64] {
        try await pool.write(changes.retry(.integers(ids), parameter(tenants))).all
    }

    /// Deletes dead letters and waiting jobs, but no running ones. Returns their ids.
    ///
    /// - Parameter tenants: whose jobs these are, by which they are found fast; `nil` if that is not known.
    package static func discard(
        _ ids: [Int64],
        of tenants: Set<Int64>? = nil,
        by changes: Changes = .unlogged,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [Int64] {
        let dead = changes.discardDead(.integers(ids), parameter(tenants))
        let waiting = changes.discardWaiting(.integers(ids), parameter(tenants))
        let (first, second) = try await pool.write(dead, waiting)
        return try first.all + second.all
    }

    private static func parameter(_ tenants: Set<Int64>?) -> Parameter {
        tenants.map { .integers($0.sorted()) } ?? .null
    }

    /// Makes waiting jobs due now. Returns how many.
    package static func runNow(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> Int {
        try await pool.write([runNow(.integers(ids)), wake().query])[0].affectedRows
    }

    /// Enqueues the job of a schedule now, in addition to its ticks. Returns its id; `nil` if there is no such kind.
    package static func run(
        kind: String,
        by changes: Changes = .unlogged,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> Int64? {
        try await pool.write(changes.run(.text(kind))).first
    }

    // These read by id without a tenant: the operator reads rarely, and on the whole installation.
    private static let list = RowStatement<Entry>(
        "select",
        Entry.ofJob + Entry.withoutDetails,
        """
          from jobs
         where ($1::bigint is null or tenant_id = $1) and ($2::text is null or kind = $2)
           and ($3::text is null or state = $3) and ($4::bigint is null or id < $4)
        union all
        select
        """,
        Entry.ofLetter + Entry.withoutDetails,
        """
          from dead_letters
         where ($1::bigint is null or tenant_id = $1) and ($2::text is null or kind = $2)
           and ($3::text is null or $3 = 'dead') and ($4::bigint is null or id < $4)
         order by id desc
         limit $5
        """
    )

    private static let show = RowStatement<Entry>(
        "select",
        Entry.ofJob + ["payload::text", "null::text"],
        """
          from jobs
         where id = $1
        union all
        select
        """,
        Entry.ofLetter + ["payload::text", "stack"],
        """
          from dead_letters
         where id = $1
        """
    )

    /// The statements that change jobs. Targets above may add what is done with the changed ones.
    package struct Changes: Sendable {
        let retry: RowStatement<Int64>
        let discardDead: RowStatement<Int64>
        let discardWaiting: RowStatement<Int64>
        let run: RowStatement<Int64>

        package static let unlogged = Changes(retried: "", discarded: "", run: "")

        /// - Parameters:
        ///   - retried: further parts of the `with`, such as `, logged as (insert …)`. `changed` has the columns `id`, `tenant_id`
        ///     and `kind` of each job that was changed.
        ///   - discarded: the same for jobs that were deleted.
        ///   - run: the same for the job of a schedule that was enqueued.
        package init(retried: SQLFragment, discarded: SQLFragment, run enqueued: SQLFragment) {
            retry = RowStatement(
                """
                with changed as (
                    delete from dead_letters
                     where id = any ($1::bigint[]) and ($2::bigint[] is null or tenant_id = any ($2))
                    returning id, tenant_id, kind, payload, max_attempts, unique_key, last_error
                ), returned as (
                    insert into jobs (tenant_id, kind, payload, max_attempts, unique_key, last_error)
                    select tenant_id, kind, payload, max_attempts, unique_key, last_error
                      from changed
                        on conflict (tenant_id, kind, unique_key) where state = 'available' and unique_key is not null
                        do nothing
                )
                """,
                retried,
                "select id from changed order by id"
            )
            discardDead = RowStatement(
                """
                with changed as (
                    delete from dead_letters
                     where id = any ($1::bigint[]) and ($2::bigint[] is null or tenant_id = any ($2))
                    returning id, tenant_id, kind
                )
                """,
                discarded,
                "select id from changed"
            )
            discardWaiting = RowStatement(
                """
                with changed as (
                    delete from jobs
                     where id = any ($1::bigint[]) and ($2::bigint[] is null or tenant_id = any ($2))
                       and state = 'available'
                    returning id, tenant_id, kind
                )
                """,
                discarded,
                "select id from changed"
            )
            run = RowStatement(
                """
                with changed as (
                    insert into jobs (tenant_id, kind, payload, max_attempts)
                    select 0, kind, payload, max_attempts from schedules where kind = $1
                    returning id, tenant_id, kind
                )
                """,
                enqueued,
                "select id from changed"
            )
        }

        package var statements: [Statement] {
            [retry.statement, discardDead.statement, discardWaiting.statement, run.statement]
        }
    }

    private static let runNow = Statement(
        "update jobs set run_at = clock_timestamp() where id = any ($1::bigint[]) and state = 'available'"
    )
    /// No tenant: the workers search all lanes.
    static let wake = RowStatement<UnreadRow>("select pg_notify('parlay_jobs', '')")

    static let statements =
        [list.statement, show.statement, runNow, wake.statement] + Changes.unlogged.statements
}
