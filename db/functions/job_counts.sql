-- The size of the queue by kind and state, over all tenants. Reads at most `per_lane` index entries of each lane and state, so
-- that a dashboard does not scan a million rows. Notices that wait count as jobs of the kind `relay_notices`.
create or replace function job_counts(per_lane bigint) returns table (kind text, state text, count bigint)
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
    union all
    select 'relay_notices', 'available', count(*) from (select from notice_outbox limit per_lane) as waiting having count(*) > 0
$$;
revoke all on function job_counts from public;
grant execute on function job_counts to parlay_front, parlay_worker;
