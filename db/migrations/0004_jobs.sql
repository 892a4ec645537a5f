-- compatible: no
-- The queue, its dead letters, its workers and its schedules. `tenant_id` 0 stands for the platform: jobs of no tenant.
-- There is no foreign key to `tenants`, because each insert would lock the row of the tenant.

-- Only jobs that are still to be done, so that the table stays as small as the backlog. The statement that completes a job
-- deletes it; a job that fails for good moves to `dead_letters`.
create table jobs (
    tenant_id bigint not null,
    id bigint generated always as identity,
    kind text not null constraint jobs_kind_check check (kind ~ '^[a-z][a-z0-9_.]{0,62}$'),
    payload jsonb not null constraint jobs_payload_check check (pg_column_size(payload) <= 65536),
    state text not null default 'available' constraint jobs_state_check check (state in ('available', 'running')),
    -- Not claimed before this time. Never set far into the past: claims start where the last one ended.
    run_at timestamptz not null default clock_timestamp(),
    -- Runs so far, including the current one.
    attempt smallint not null default 0 constraint jobs_attempt_check check (attempt >= 0),
    max_attempts smallint not null default 10 constraint jobs_max_attempts_check check (max_attempts between 1 and 100),
    unique_key text constraint jobs_unique_key_check check (length(unique_key) <= 200),
    -- The worker that runs it. The worker has the lease, so that a renewal writes one row and not one for each job.
    worker_id bigint,
    last_error text,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint jobs_worker_check check ((state = 'running') = (worker_id is not null))
) with (
    -- A claim writes a second version of the row, never heap-only because it changes indexed columns. The free space
    -- keeps it on the page of the first version, which is dirty anyway.
    fillfactor = 50,
    -- Vacuum often, by count and without delay: each job leaves two dead rows, and queues get slow when an index holds
    -- many dead entries in front of the live ones.
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 0,
    autovacuum_vacuum_insert_threshold = -1,
    autovacuum_analyze_threshold = 50000,
    autovacuum_analyze_scale_factor = 0
);
call protect('jobs');
-- For claims, which read one lane (tenant, kind) after the other, each in the order of `run_at`.
create index jobs_ready_idx on jobs (tenant_id, kind, run_at, id) where state = 'available';
create index jobs_running_idx on jobs (worker_id) where state = 'running';
-- At most one waiting job has a key. A running one does not count: it may have read its data before the new cause.
create unique index jobs_unique_key on jobs (tenant_id, kind, unique_key)
    where state = 'available' and unique_key is not null;

-- Wakes the workers, once for each statement and tenant; PostgreSQL drops repetitions within a transaction. For later jobs
-- there is no need, because the workers' poll finds them.
create function jobs_added() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_notify('parlay_jobs', due.tenant_id::text)
       from (select distinct tenant_id from new_jobs where run_at <= clock_timestamp()) as due;
    return null;
end
$$;

create trigger jobs_added after insert on jobs
    referencing new table as new_jobs
    for each statement execute function jobs_added();

-- Jobs that failed for good, until they are retried, discarded or pruned.
create table dead_letters (
    tenant_id bigint not null,
    -- The id the job had.
    id bigint not null,
    kind text not null,
    payload jsonb not null,
    attempt smallint not null,
    max_attempts smallint not null,
    unique_key text,
    last_error text not null,
    -- The full description of the error and of the errors that caused it.
    stack text,
    created_at timestamptz not null,
    died_at timestamptz not null default now(),
    primary key (tenant_id, id)
);
call protect('dead_letters');
create index dead_letters_died_at_idx on dead_letters (died_at);
create index dead_letters_kind_idx on dead_letters (kind, died_at);

-- Deletes the jobs of deleted tenants. Not a foreign key, because jobs of the platform have no tenant.
create function delete_tenant_jobs() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs where tenant_id in (select id from deleted_tenants);
    delete from dead_letters where tenant_id in (select id from deleted_tenants);
    return null;
end
$$;

create trigger delete_tenant_jobs after delete on tenants
    referencing old table as deleted_tenants
    for each statement execute function delete_tenant_jobs();

-- One row for each worker process, renewed while it runs. A process that lost its lease takes a new id.
create table workers (
    id bigint generated always as identity primary key,
    name text not null,
    leased_until timestamptz not null,
    started_at timestamptz not null default now()
) with (fillfactor = 50);  -- renewals are heap-only

-- The leader of the schedules. The term grows with each leader; what a former leader still sends has an old term and is
-- refused.
create table leadership (
    name text primary key,
    term bigint not null,
    worker text not null,
    since timestamptz not null default now()
);

-- Jobs of the platform (tenant 0) that run by the clock.
create table schedules (
    name text primary key,
    kind text not null,
    payload jsonb not null default '{}',
    -- Five fields, in UTC.
    cron text not null,
    max_attempts smallint not null default 10,
    enabled boolean not null default true,
    -- The latest tick that was enqueued; all ticks before it are done or skipped.
    last_tick timestamptz not null default now()
) with (fillfactor = 50);

-- Each tick once, even if two processes take themselves for the leader.
create table schedule_ticks (
    schedule text not null references schedules on delete cascade,
    tick_at timestamptz not null,
    term bigint not null,
    created_at timestamptz not null default now(),
    primary key (schedule, tick_at)
);
create index schedule_ticks_created_at_idx on schedule_ticks (created_at);

-- Completes a job inside the transaction of its effect. Raises JB001 if the job no longer belongs to this worker, which
-- undoes the effect: the worker that has the job now will repeat it.
create function complete_job(for_tenant bigint, job_id bigint, of_attempt integer, of_worker bigint) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs
     where tenant_id = for_tenant and id = job_id
       -- A row with a worker is running. A condition on the state, or `worker_id` without `+ 0`, would make the planner
       -- use jobs_running_idx, where a worker has many rows.
       and attempt = of_attempt and worker_id + 0 = of_worker;
    if not found then
        raise exception 'job % is no longer of this worker', job_id using errcode = 'JB001';
    end if;
end
$$;

-- The front enqueues; `on conflict` and `returning` need `select`. Row-level security limits both to its tenant, so that it
-- can neither read nor insert jobs of the platform.
grant select, insert on jobs to parlay_front;
grant select, insert, update, delete on jobs, dead_letters, workers, leadership, schedules, schedule_ticks
    to parlay_worker;

-- The size of the queue, for the metrics of every process. Counts only, because the front may not read jobs of other
-- tenants. Reads at most `per_lane` index entries of each lane and state, so that a dashboard does not scan a million rows.
create function job_counts(per_lane bigint) returns table (kind text, state text, count bigint)
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
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
    ), available as (
        select lane.kind, counted.count
          from lane
         cross join lateral (
               select count(*) as count
                 from (select from jobs
                        where jobs.tenant_id = lane.tenant_id and jobs.kind = lane.kind
                          and jobs.state = 'available'
                        limit per_lane) as bounded
               ) as counted
    )
    select kind, 'available', least(sum(count), per_lane)::bigint from available group by kind
    union all
    select kind, 'running', count(*)
      from (select kind from jobs where state = 'running' limit per_lane) as running
     group by kind
    union all
    select kind, 'dead', count(*) from (select kind from dead_letters limit per_lane) as dead group by kind
$$;

-- How many seconds the longest waiting job is overdue; 0 if there is none.
create function job_oldest_seconds() returns double precision
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    with recursive lane as (
        (select tenant_id, kind, run_at from jobs where state = 'available'
          order by tenant_id, kind, run_at limit 1)
        union all
        select following.tenant_id, following.kind, following.run_at
          from lane
         cross join lateral (
               select jobs.tenant_id, jobs.kind, jobs.run_at
                 from jobs
                where jobs.state = 'available'
                  and (jobs.tenant_id, jobs.kind) > (lane.tenant_id, lane.kind)
                order by jobs.tenant_id, jobs.kind, jobs.run_at
                limit 1
               ) as following
    )
    select greatest(0, extract(epoch from now() - min(run_at)))::double precision from lane
$$;
revoke all on function job_counts(bigint), job_oldest_seconds() from public;
grant execute on function job_counts(bigint), job_oldest_seconds() to parlay_front, parlay_worker;
