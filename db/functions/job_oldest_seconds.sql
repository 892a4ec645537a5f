-- The age of the oldest job that is due, or notice that waits, in seconds; null without one.
create or replace function job_oldest_seconds() returns double precision
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
    ), notice as (
        select min(n.created_at) as created_at
          from tenants_with_notices() as tenant (id)
         cross join lateral (
               select o.notice_id
                 from notice_outbox o
                where o.tenant_id = tenant.id
                order by o.change, o.notice_id
                limit 1
               ) as first
         cross join lateral (
               select notices.created_at
                 from notices
                where notices.tenant_id = tenant.id and notices.id = first.notice_id
               offset 0
               ) as n
    )
    select greatest(0, extract(epoch from now() - least(min(lane.run_at), (select created_at from notice))))::double precision
      from lane
$$;
revoke all on function job_oldest_seconds from public;
grant execute on function job_oldest_seconds to parlay_front, parlay_worker;
