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
    /// If the job depends on what a statement finds, insert it in a CTE of that statement instead:
    ///
    ///     with closed as (update events set status = 'final' where … returning tenant_id, id)
    ///     insert into jobs (tenant_id, kind, payload, max_attempts)
    ///     select tenant_id, 'events.report', jsonb_build_object('event', id), 10 from closed
    ///
    /// In both cases a trigger wakes the workers.
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
        insert(
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

    private static func payload<J: Job>(of job: J) throws(JobError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
        } catch {
            throw .unencodable(kind: J.kind, "\(error)")
        }
    }

    private static let insertAll = Statement(
        """
        insert into jobs (tenant_id, kind, payload, max_attempts, unique_key)
        select $1, $2, j.payload::jsonb, $4, j.unique_key
          from unnest($3::text[], $5::text[]) with ordinality as j (payload, unique_key, number)
         order by j.number
            on conflict (tenant_id, kind, unique_key) where state = 'available' and unique_key is not null
            do nothing
        """
    )
    private static let insert = Statement(
        """
        insert into jobs (tenant_id, kind, payload, max_attempts, unique_key, run_at)
        values (
            $1, $2, $3, $4, $5,
            greatest(clock_timestamp(), timestamptz 'epoch' + $6::bigint * interval '1 millisecond')
        )
            on conflict (tenant_id, kind, unique_key) where state = 'available' and unique_key is not null
            do nothing
        returning id
        """
    )
    package static let statements = [insert, insertAll]
}
