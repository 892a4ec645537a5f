internal import Database

/// The statements about workers, their leases, and the jobs of dead workers.
enum WorkerStore {
    static let register = RowStatement<Int64>(
        """
        insert into workers (name, leased_until)
        values ($1, now() + $2::bigint * interval '1 millisecond')
        returning id
        """
    )

    /// No row if the lease has expired: then others may already run the jobs.
    static let renew = RowStatement<Int64>(
        """
        update workers
           set leased_until = now() + $2::bigint * interval '1 millisecond'
         where id = $1 and leased_until > now()
        returning id
        """
    )

    static let leave = Statement(
        """
        delete from workers
         where id = $1 and not exists (select from jobs where jobs.state = 'running' and jobs.worker_id = $1)
        """
    )

    /// The runs that the database assigns to this worker.
    static let runs = RowStatement<RunKey>(
        "select",
        RunKey.columns,
        "from jobs where state = 'running' and worker_id = $1 order by tenant_id, id"
    )

    /// Takes jobs from workers with an expired lease, 1,000 at a time. The run counts as an attempt, because the job
    /// may have killed the worker; a job without attempts left becomes a dead letter, and so does one that ran in two
    /// workers that died. A lease that expired before this worker began may be the database's failure, and is no death.
    /// Of several jobs with the same key, one is kept. Never takes its own: a worker that loses its lease cancels its runs
    /// first. A claim can arrive after its worker's lease has expired, so a worker is swept as long as it has a row.
    static let sweep = RowStatement<SweptJobs>(
        """
        with gone as materialized (
            select id, (leased_until > (select own.started_at from workers own where own.id = $1))::integer as is_death
              from workers
             where leased_until < now() and id <> $1
               and exists (select from jobs where jobs.state = 'running' and jobs.worker_id = workers.id)
             order by id
             limit 10
               for update skip locked
        ), lost as materialized (
            select jobs.tenant_id, jobs.id, jobs.kind, jobs.unique_key, jobs.attempt, jobs.max_attempts,
                   jobs.deaths + coalesce(gone.is_death, 0) as deaths
              from gone
              join jobs on jobs.worker_id = gone.id
             where jobs.state = 'running'
             order by jobs.tenant_id, jobs.id
             limit 1000
               for update of jobs skip locked
        ), judged as (
            select lost.tenant_id, lost.id, lost.deaths as counted,
                   lost.attempt >= lost.max_attempts or lost.deaths >= 2 as is_dead,
                   lost.unique_key is not null
                   and (row_number() over (partition by lost.tenant_id, lost.kind, lost.unique_key order by lost.id) > 1
                        or exists (
                            select from jobs other
                             where other.tenant_id = lost.tenant_id and other.kind = lost.kind
                               and other.unique_key = lost.unique_key and other.state = 'available'
                        )) as is_superseded
              from lost
        ), removed as (
            delete from jobs
             using judged
             where jobs.tenant_id = judged.tenant_id and jobs.id = judged.id
               and (judged.is_dead or judged.is_superseded)
            returning jobs.*, judged.is_dead, judged.counted
        ), buried as (
            insert into dead_letters
                   (tenant_id, id, kind, payload, attempt, max_attempts, unique_key, created_at, last_error)
            select tenant_id, id, kind, payload, attempt, max_attempts, unique_key, created_at,
                   case when counted >= 2 then 'its worker died twice while it ran'
                        else 'the worker died during the last attempt'
                   end
              from removed
             where is_dead
            returning id
        ), returned as (
            update jobs
               set state = 'available', worker_id = null, run_at = clock_timestamp(), deaths = judged.counted,
                   last_error = 'the worker died'
              from judged
             where jobs.tenant_id = judged.tenant_id and jobs.id = judged.id
               and not (judged.is_dead or judged.is_superseded)
        )
        select (select count(*) from lost), (select count(*) from buried)
        """
    )

    /// Claims a job of the kinds `$2` that ran in a worker that died.
    static let claimSuspect = RowStatement<ClaimedJob>(
        """
        with picked as materialized (
            select tenant_id, id
              from jobs
             where state = 'available' and deaths > 0 and run_at <= now() and kind = any ($2::text[])
             order by run_at, id
             limit 1
               for update skip locked
        )
        """,
        ClaimedJob.claimingPicked
    )

    /// Deletes dead workers without jobs. Not before a day has passed: a claim that the network held back can still arrive, and
    /// its jobs are found by the worker's row alone.
    static let forget = Statement(
        """
        delete from workers
         where leased_until < now() - interval '1 day' and id <> $1
           and not exists (select from jobs where jobs.state = 'running' and jobs.worker_id = workers.id)
        """
    )

    static let statements = [
        register.statement, renew.statement, leave, runs.statement, sweep.statement, claimSuspect.statement,
        forget,
    ]
}

/// What a sweep took from dead workers.
struct SweptJobs: RowReadable {
    let count: Int
    /// Of those: how many became dead letters.
    let dead: Int

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        count = Int(try columns.integer())
        dead = Int(try columns.integer())
    }
}
