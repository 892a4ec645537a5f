package import Database

/// What `parlay admin jobs` sees and does, over the tenants.
package enum JobAdmin {
    package struct Entry: Sendable, Equatable {
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
        /// JSON; with `show` only.
        package let payload: String?
        package let stack: String?
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
        return try entries(try await pool.read([query])[0])
    }

    package static func show(_ id: Int64, _ pool: DatabasePool) async throws(DatabaseError) -> Entry? {
        try entries(try await pool.read([show(.integer(id))])[0]).first
    }

    /// Makes dead letters wait again, with all their attempts; those whose key another job has are dropped.
    /// Answers which left the dead letters.
    package static func retry(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> [Int64] {
        try await pool.write([retry(.integers(ids))])[0].map { row throws(DatabaseError) in try row.integer(0)
        }
    }

    /// Deletes dead letters and waiting jobs; what runs is left alone. Answers which.
    package static func discard(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> [Int64] {
        let results = try await pool.write([discardDead(.integers(ids)), discardWaiting(.integers(ids))])
        var discarded: [Int64] = []
        for result in results {
            for row in result { discarded.append(try row.integer(0)) }
        }
        return discarded
    }

    /// Makes waiting jobs due now. Answers how many.
    package static func runNow(_ ids: [Int64], _ pool: DatabasePool) async throws(DatabaseError) -> Int {
        try await pool.write([runNow(.integers(ids)), wake()])[0].affectedRows
    }

    /// Enqueues the job of a schedule now, besides its ticks. Answers its id; `nil` when there is none of that kind.
    package static func run(kind: String, _ pool: DatabasePool) async throws(DatabaseError) -> Int64? {
        try await pool.write([run(.text(kind))])[0].first?.integer(0)
    }

    private static func entries(_ rows: ResultSet) throws(DatabaseError) -> [Entry] {
        var entries: [Entry] = []
        for row in rows {
            entries.append(
                Entry(
                    tenantID: try row.integer(0),
                    id: try row.integer(1),
                    kind: try row.text(2),
                    state: try row.text(3),
                    attempt: Int(try row.integer(4)),
                    maximumAttempts: Int(try row.integer(5)),
                    at: try row.milliseconds(6),
                    lastError: row.optionalText(7),
                    payload: row.optionalText(8),
                    stack: row.optionalText(9)
                )
            )
        }
        return entries
    }

    // These read by id without a tenant: an operator asks seldom, and on the whole installation.
    private static let list = Statement(
        """
        select tenant_id, id, kind, state, attempt, max_attempts, run_at, last_error, null::text, null::text
          from jobs
         where ($1::bigint is null or tenant_id = $1) and ($2::text is null or kind = $2)
           and ($3::text is null or state = $3) and ($4::bigint is null or id < $4)
        union all
        select tenant_id, id, kind, 'dead', attempt, max_attempts, died_at, last_error, null::text, null::text
          from dead_letters
         where ($1::bigint is null or tenant_id = $1) and ($2::text is null or kind = $2)
           and ($3::text is null or $3 = 'dead') and ($4::bigint is null or id < $4)
         order by id desc
         limit $5
        """
    )

    private static let show = Statement(
        """
        select tenant_id, id, kind, state, attempt, max_attempts, run_at, last_error, payload::text, null::text
          from jobs
         where id = $1
        union all
        select tenant_id, id, kind, 'dead', attempt, max_attempts, died_at, last_error, payload::text, stack
          from dead_letters
         where id = $1
        """
    )

    private static let retry = Statement(
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

    private static let discardDead = Statement(
        "delete from dead_letters where id = any ($1::bigint[]) returning id"
    )
    private static let discardWaiting = Statement(
        "delete from jobs where id = any ($1::bigint[]) and state = 'available' returning id"
    )
    private static let runNow = Statement(
        "update jobs set run_at = clock_timestamp() where id = any ($1::bigint[]) and state = 'available'"
    )
    /// No tenant: the workers search all lanes.
    private static let wake = Statement("select pg_notify('parlay_jobs', '')")

    private static let run = Statement(
        """
        insert into jobs (tenant_id, kind, payload, max_attempts)
        select 0, kind, payload, max_attempts from schedules where kind = $1
        returning id
        """
    )
    static let statements = [list, show, retry, discardDead, discardWaiting, runNow, wake, run]
}
