internal import Database

/// The statements of the queue. Times are the database's: leases are compared by several machines, whose clocks
/// differ.
enum JobStore {
    /// What `complete_job` raises.
    static let leaseLost = SQLState(rawValue: "JB001")

    /// Prefixes a unit of the worker. The planner is forced to use the indexes, because statistics are not reliable:
    /// the table is empty now and has a million rows in a minute. The commit need not reach the disk: what a crash
    /// loses is claimed or completed again, and jobs run at least once.
    static let settings = RowStatement<UnreadRow>(
        """
        select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
               set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
               set_config('synchronous_commit', 'off', true)
        """
    )

    /// Claims jobs of the given lanes: at most its share of each lane, and at most $6 in all.
    ///
    /// Each lane is one range of `jobs_ready_idx`, read from its floor, so that the cost of a claim depends neither
    /// on the length of the backlog nor on finished jobs before it, which cannot be vacuumed during someone else's
    /// long transaction. The materialized part is locked once; a plain sub-select could run again for another row and
    /// exceed the limit. Jobs whose worker died are claimed one by one; see `WorkerStore.claimSuspect`.
    static let claim = RowStatement<ClaimedJob>(
        """
        with picked as materialized (
            select job.tenant_id, job.id
              from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) as lane (tenant_id, kind, floor, share)
             cross join lateral (
                   select jobs.tenant_id, jobs.id
                     from jobs
                    where jobs.tenant_id = lane.tenant_id and jobs.kind = lane.kind and jobs.state = 'available'
                      and jobs.run_at >= timestamptz 'epoch' + lane.floor * interval '1 millisecond'
                      and jobs.run_at <= now() and jobs.deaths = 0
                    order by jobs.run_at, jobs.id
                    limit lane.share
                      for update skip locked
                   ) as job
             limit $6
        )
        """,
        ClaimedJob.claimingPicked
    )

    /// The lanes with a due job and the time of the earliest: a loose index scan with one probe per lane. It does
    /// walk over dead index entries of finished jobs; the worker asks less often the longer it takes.
    static let discover = RowStatement<DueLane>(
        """
        with recursive lane as (
            (select tenant_id, kind from jobs where state = 'available' order by tenant_id, kind limit 1)
            union all
            select following.tenant_id, following.kind
              from lane
             cross join lateral (
                   select jobs.tenant_id, jobs.kind
                     from jobs
                    where jobs.state = 'available'
                      and (jobs.tenant_id, jobs.kind) > (lane.tenant_id, lane.kind)
                    order by jobs.tenant_id, jobs.kind
                    limit 1
                   ) as following
        )
        select
        """,
        DueLane.columns,
        """
          from lane
         cross join lateral (
               select jobs.run_at
                 from jobs
                where jobs.tenant_id = lane.tenant_id and jobs.kind = lane.kind and jobs.state = 'available'
                  and jobs.run_at <= now()
                order by jobs.run_at
                limit 1
               ) as earliest
        """
    )

    /// Completes runs. Runs that no longer belong to this worker are not changed. A row with a worker is running; a
    /// condition on the state, or omitting `+ 0`, would make the planner use `jobs_running_idx`, where a worker has
    /// many rows.
    private static let finish = Statement(
        """
        delete from jobs
         using unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
               as run (tenant_id, id, attempt, worker_id)
         where jobs.tenant_id = run.tenant_id and jobs.id = run.id
           and jobs.attempt = run.attempt and jobs.worker_id + 0 = run.worker_id
        """
    )

    /// Makes runs available again after $5 milliseconds, with $6 attempts refunded. Their worker lives. A job whose key another job has
    /// taken meanwhile is dropped, because that one does its work.
    private static let giveBack = Statement(
        """
        with run as materialized (
            select jobs.tenant_id, jobs.id, given.delay, given.refund, given.error,
                   jobs.unique_key is not null
                   and exists (
                       select from jobs other
                        where other.tenant_id = jobs.tenant_id and other.kind = jobs.kind
                          and other.unique_key = jobs.unique_key and other.state = 'available'
                   ) as is_superseded
              from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
                   as given (tenant_id, id, attempt, worker_id, delay, refund, error)
              join jobs on jobs.tenant_id = given.tenant_id and jobs.id = given.id
             where jobs.attempt = given.attempt and jobs.worker_id + 0 = given.worker_id
               for update of jobs
        ), dropped as (
            delete from jobs
             using run
             where jobs.tenant_id = run.tenant_id and jobs.id = run.id and run.is_superseded
        )
        update jobs
           set state = 'available', worker_id = null, attempt = jobs.attempt - run.refund, deaths = 0,
               run_at = clock_timestamp() + run.delay * interval '1 millisecond',
               last_error = coalesce(run.error, jobs.last_error)
          from run
         where jobs.tenant_id = run.tenant_id and jobs.id = run.id and not run.is_superseded
        """
    )

    /// Moves runs to the dead letters.
    private static let bury = Statement(
        """
        with dead as (
            delete from jobs
             using unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
                   as run (tenant_id, id, attempt, worker_id, error, stack)
             where jobs.tenant_id = run.tenant_id and jobs.id = run.id
               and jobs.attempt = run.attempt and jobs.worker_id + 0 = run.worker_id
            returning jobs.tenant_id, jobs.id, jobs.kind, jobs.payload, jobs.attempt, jobs.max_attempts,
                      jobs.unique_key, jobs.created_at, run.error, run.stack
        )
        insert into dead_letters
               (tenant_id, id, kind, payload, attempt, max_attempts, unique_key, created_at, last_error, stack)
        select tenant_id, id, kind, payload, attempt, max_attempts, unique_key, created_at, error, stack
          from dead
        """
    )

    private static let completeJob = Statement("select complete_job($1, $2, $3, $4)")

    /// Fails with `leaseLost` if the run no longer has the job.
    static func complete(_ key: RunKey) -> Query {
        completeJob(
            .integer(key.tenantID),
            .integer(key.jobID),
            .integer(key.attempt),
            .integer(key.workerID)
        )
    }

    static func claim(_ shares: [Lanes.Share], worker: Int64, limit: Int) -> RowQuery<ClaimedJob> {
        claim(
            .integer(worker),
            .integers(shares.map(\.lane.tenantID)),
            .texts(shares.map(\.lane.kind)),
            .integers(shares.map(\.floor)),
            .integers(shares.map { Int64($0.count) }),
            .integer(limit)
        )
    }

    private static func columns(_ keys: [RunKey]) -> [Parameter] {
        [
            .integers(keys.map(\.tenantID)), .integers(keys.map(\.jobID)),
            .integers(keys.map { Int64($0.attempt) }), .integers(keys.map(\.workerID)),
        ]
    }

    static func finish(_ keys: [RunKey]) -> Query { Query(finish, columns(keys)) }

    static func giveBack(_ runs: [RunOutcomes.ReturnedRun]) -> Query {
        let more: [Parameter] = [
            .integers(runs.map(\.delay)), .integers(runs.map { $0.refundsAttempt ? 1 : 0 }),
            .texts(runs.map(\.error)),
        ]
        return Query(giveBack, columns(runs.map(\.key)) + more)
    }

    static func recordDead(_ runs: [RunOutcomes.DeadRun]) -> Query {
        Query(bury, columns(runs.map(\.key)) + [.texts(runs.map(\.error)), .texts(runs.map(\.stack))])
    }

    static let statements = [
        settings.statement, claim.statement, discover.statement, finish, giveBack, bury, completeJob,
    ]
}

/// A lane in which a job is due.
struct DueLane: ColumnGroup {
    static let columns: SQLFragment = ["lane.tenant_id", "lane.kind", "earliest.run_at"]

    let lane: Lane
    /// Since when; milliseconds since the Unix epoch.
    let runAt: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let tenantID = try columns.integer()
        lane = Lane(tenantID: tenantID, kind: try columns.text())
        runAt = try columns.milliseconds()
    }
}
