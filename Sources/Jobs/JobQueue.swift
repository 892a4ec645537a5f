package import Database
internal import FoundationEssentials

/// Enqueues jobs.
package enum JobQueue {
    /// The tenant of jobs that belong to no tenant. The front may not use it.
    package static let platform: Int64 = 0

    /// The statement that enqueues a job. Send it in the transaction that makes the job necessary: in the same
    /// `DatabasePool.write` or `Transaction.run`. Returns the job's id, or no row if one with the same key is
    /// waiting.
    ///
    /// If the job depends on what a statement finds, it is inserted there; see `insert`. In both cases a trigger wakes the
    /// workers.
    ///
    /// - Parameters:
    ///   - uniqueKey: of the jobs of one tenant and kind with the same key at most one waits.
    ///   - runAt: milliseconds since the Unix epoch; `nil` for immediately.
    package static func enqueue<J: Job>(
        _ job: J,
        tenant: Int64,
        uniqueKey: String? = nil,
        runAt: Int64? = nil
    ) throws(JobError) -> Query {
        insertOne(
            .integer(tenant),
            .text(J.kind),
            .text(try payload(of: job)),
            .integer(J.policy.maximumAttempts),
            .text(uniqueKey),
            .integer(runAt)
        )
    }

    /// The same for many jobs of one kind in one statement.
    package static func enqueue<J: Job>(
        _ jobs: [(job: J, uniqueKey: String)],
        tenant: Int64
    ) throws(JobError) -> Query {
        var payloads: [String] = []
        for (job, _) in jobs { payloads.append(try payload(of: job)) }
        return insertAll(
            .integer(tenant),
            .text(J.kind),
            .texts(payloads),
            .integer(J.policy.maximumAttempts),
            .texts(jobs.map(\.uniqueKey))
        )
    }

    /// Enqueues a job for each row of `source`; goes into a `with` or ends a statement.
    ///
    ///     "with closed as (update events set status = 'final' where … returning id)",
    ///     JobQueue.insert("'report_event'", payload: "jsonb_build_object('event', c.id)", attempts: "10", from: "closed c")
    ///
    /// - Parameters:
    ///   - attempts: at most; the table's default if it is `nil`.
    ///   - key: of the jobs of one tenant and kind with the same key at most one waits.
    ///   - time: when it is due; `nil` for immediately.
    ///   - source: what follows `from`, with its conditions and its order.
    package static func insert(
        tenant: SQLFragment = "$1",
        _ kind: SQLFragment,
        payload: SQLFragment,
        attempts: SQLFragment? = nil,
        key: SQLFragment? = nil,
        at time: SQLFragment? = nil,
        from source: SQLFragment
    ) -> SQLFragment {
        let insert = SQLFragment.insert(
            into: "jobs",
            [
                "tenant_id": tenant, "kind": kind, "payload": payload, "max_attempts": attempts,
                "unique_key": key,
                "run_at": time,
            ],
            from: source
        )
        return key == nil ? insert : SQLFragment(joining: insert, unlessWaiting)
    }

    private static let unlessWaiting: SQLFragment = """
        on conflict (tenant_id, kind, unique_key) where state = 'available' and unique_key is not null
        do nothing
        """

    private static func payload<J: Job>(of job: J) throws(JobError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
        } catch {
            throw .unencodable(kind: J.kind, "\(error)")
        }
    }

    private static let insertAll = Statement(
        insert(
            "$2",
            payload: "j.payload::jsonb",
            attempts: "$4",
            key: "j.unique_key",
            from: """
                unnest($3::text[], $5::text[]) with ordinality as j (payload, unique_key, number)
                order by j.number
                """
        )
    )
    private static let insertOne = Statement(
        """
        insert into jobs (tenant_id, kind, payload, max_attempts, unique_key, run_at)
        values (
            $1, $2, $3, $4, $5,
            greatest(clock_timestamp(), timestamptz 'epoch' + $6::bigint * interval '1 millisecond')
        )
        """,
        unlessWaiting,
        "returning id"
    )
    package static let statements = [insertOne, insertAll]
}
