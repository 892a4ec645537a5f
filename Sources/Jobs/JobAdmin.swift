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
        fileprivate static let ofJob: SQLFragment = [
            "tenant_id", "id", "kind", "state", "attempt", "max_attempts", "run_at", "last_error",
        ]
        /// The columns of a dead letter, up to its payload.
        fileprivate static let ofLetter: SQLFragment = [
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
    package static func retry(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> [Int64] {
        try await pool.write(retry(.integers(ids))).all
    }

    /// Deletes dead letters and waiting jobs, but no running ones. Returns their ids.
    package static func discard(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> [Int64] {
        let (dead, waiting) = try await pool.write(
            discardDead(.integers(ids)),
            discardWaiting(.integers(ids))
        )
        return try dead.all + waiting.all
    }

    /// Makes waiting jobs due now. Returns how many.
    package static func runNow(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> Int {
        try await pool.write([runNow(.integers(ids)), wake()])[0].affectedRows
    }

    /// Enqueues the job of a schedule now, in addition to its ticks. Returns its id; `nil` if there is no such kind.
    package static func run(kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Int64? {
        try await pool.write(run(.text(kind))).first
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

    private static let retry = RowStatement<Int64>(
        """
        with letters as (
            delete from dead_letters
             where id = any ($1::bigint[])
            returning id, tenant_id, kind, payload, max_attempts, unique_key, last_error
        ), returned as (
            insert into jobs (tenant_id, kind, payload, max_attempts, unique_key, last_error)
            select tenant_id, kind, payload, max_attempts, unique_key, last_error
              from letters
                on conflict (tenant_id, kind, unique_key) where state = 'available' and unique_key is not null
                do nothing
        )
        select id from letters order by id
        """
    )

    private static let discardDead = RowStatement<Int64>(
        "delete from dead_letters where id = any ($1::bigint[]) returning id"
    )
    private static let discardWaiting = RowStatement<Int64>(
        "delete from jobs where id = any ($1::bigint[]) and state = 'available' returning id"
    )
    private static let runNow = Statement(
        "update jobs set run_at = clock_timestamp() where id = any ($1::bigint[]) and state = 'available'"
    )
    /// No tenant: the workers search all lanes.
    private static let wake = Statement("select pg_notify('parlay_jobs', '')")

    private static let run = RowStatement<Int64>(
        """
        insert into jobs (tenant_id, kind, payload, max_attempts)
        select 0, kind, payload, max_attempts from schedules where kind = $1
        returning id
        """
    )
    static let statements = [
        list.statement, show.statement, retry.statement, discardDead.statement, discardWaiting.statement,
        runNow,
        wake, run.statement,
    ]
}
