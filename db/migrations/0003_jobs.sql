-- compatible: no
-- The queue, its dead letters, its workers and its schedules. `tenant_id` 0 is the platform itself: jobs that serve
-- no single tenant. No foreign key leads to `tenants`: each insert would lock the tenant's row, and every tenant's
-- jobs would meet there.

-- Only what is still to do. A finished job is deleted by the statement that completes it and one that failed for
-- good moves to `dead_letters`, so that the table stays as small as the backlog.
create table jobs (
    tenant_id bigint not null,
    id bigint generated always as identity,
    kind text not null constraint jobs_kind_check check (kind ~ '^[a-z][a-z0-9_.]{0,62}$'),
    payload jsonb not null constraint jobs_payload_check check (pg_column_size(payload) <= 65536),
    state text not null default 'available' constraint jobs_state_check check (state in ('available', 'running')),
    -- Not claimed before this time. Nobody sets it far into the past: claims start where the last one ended.
    run_at timestamptz not null default clock_timestamp(),
    -- Runs begun, the present one included.
    attempt smallint not null default 0 constraint jobs_attempt_check check (attempt >= 0),
    max_attempts smallint not null default 10 constraint jobs_max_attempts_check check (max_attempts between 1 and 100),
    unique_key text constraint jobs_unique_key_check check (length(unique_key) <= 200),
    -- Who runs it; its lease is the worker's, so that a renewal writes one row and not one a job.
    worker_id bigint,
    last_error text,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint jobs_worker_check check ((state = 'running') = (worker_id is not null))
) with (
    -- A claim writes a second version of the row. It changes indexed columns, so it is never heap-only; the room
    -- keeps it on the page of the first, which is dirty anyway.
    fillfactor = 50,
    -- Vacuum by count and not by share, unthrottled and often: each job leaves two dead rows, and an index
    -- that holds the dead in front of the living is what makes queues slow.
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 0,
    autovacuum_vacuum_insert_threshold = -1,
    autovacuum_analyze_threshold = 50000,
    autovacuum_analyze_scale_factor = 0
);
call protect('jobs');
-- What a claim reads: one lane (tenant, kind) after the other, each in the order of its times.
create index jobs_ready_idx on jobs (tenant_id, kind, run_at, id) where state = 'available';
create index jobs_running_idx on jobs (worker_id) where state = 'running';
-- At most one job a key waits. One that runs does not count: what it has read may be older than the new cause.
create unique index jobs_unique_key on jobs (tenant_id, kind, unique_key)
    where state = 'available' and unique_key is not null;

-- Wakes the workers: once a statement and tenant, and PostgreSQL drops repetitions within a transaction. Jobs for
-- later need none, the workers' poll finds them.
create function jobs_added() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_notify('parlay_jobs', due.tenant_id::text)
       from (select distinct tenant_id from added where run_at <= clock_timestamp()) as due;
    return null;
end
$$;

create trigger jobs_added after insert on jobs
    referencing new table as added
    for each statement execute function jobs_added();

-- Jobs that failed for good, until somebody retries or discards them or the time to keep them ends.
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
    -- Where the error came from, as far as it says: its full description with the errors beneath it.
    stack text,
    created_at timestamptz not null,
    died_at timestamptz not null default now(),
    primary key (tenant_id, id)
);
call protect('dead_letters');
create index dead_letters_died_at_idx on dead_letters (died_at);
create index dead_letters_kind_idx on dead_letters (kind, died_at);

-- The jobs of a tenant go with it. Not by a foreign key: jobs of the platform belong to no tenant.
create function forget_tenant_jobs() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs where tenant_id in (select id from gone);
    delete from dead_letters where tenant_id in (select id from gone);
    return null;
end
$$;

create trigger forget_tenant_jobs after delete on tenants
    referencing old table as gone
    for each statement execute function forget_tenant_jobs();

-- One row a worker process, renewed while it lives. A new process, and one that lost its lease, takes a new id.
create table workers (
    id bigint generated always as identity primary key,
    name text not null,
    leased_until timestamptz not null,
    started_at timestamptz not null default now()
) with (fillfactor = 50);  -- renewals are heap-only

-- Who leads. The term grows with each leader; what an earlier leader still sends carries the old one and is refused.
create table leadership (
    name text primary key,
    term bigint not null,
    worker text not null,
    since timestamptz not null default now()
);

-- Jobs of the platform (tenant 0) that come by the clock.
create table schedules (
    name text primary key,
    kind text not null,
    payload jsonb not null default '{}',
    -- Five fields, in UTC.
    cron text not null,
    max_attempts smallint not null default 10,
    enabled boolean not null default true,
    -- The latest tick that was enqueued; the ticks up to it are done or given up.
    last_tick timestamptz not null default now()
) with (fillfactor = 50);

-- A tick happens once, whoever believes to lead.
create table schedule_ticks (
    schedule text not null references schedules on delete cascade,
    tick_at timestamptz not null,
    term bigint not null,
    created_at timestamptz not null default now(),
    primary key (schedule, tick_at)
);
create index schedule_ticks_created_at_idx on schedule_ticks (created_at);

-- Ends a job inside the transaction that holds its effect. Refuses with JB001 when the job is no longer this
-- worker's, which undoes the effect: whoever has the job now brings it about.
create function complete_job(for_tenant bigint, job_id bigint, of_attempt integer, of_worker bigint) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs
     where tenant_id = for_tenant and id = job_id
       -- A row with a worker is running. To say so, or to leave out `+ 0`, would bring the planner to
       -- jobs_running_idx, where a worker has many rows.
       and attempt = of_attempt and worker_id + 0 = of_worker;
    if not found then
        raise exception 'job % is no longer of this worker', job_id using errcode = 'JB001';
    end if;
end
$$;

-- The front enqueues; `select` is what `on conflict` and `returning` ask for. Row-level security keeps both to the
-- tenant it serves, so that it can neither read nor leave jobs of the platform.
grant select, insert on jobs to parlay_front;
grant select, insert, update, delete on jobs, dead_letters, workers, leadership, schedules, schedule_ticks
    to parlay_worker;

-- The queue at a glance, for the metrics of every process: the front's role may not read other tenants' jobs, and
-- learns counts only. Reads at most `per_lane` index entries a lane and state: a dashboard must not scan a million
-- rows each time.
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

-- Seconds since the earliest job that waits was due; 0 when none is.
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
