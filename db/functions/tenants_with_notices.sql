-- The tenants whose notices wait.
create or replace function tenants_with_notices() returns setof bigint
    language sql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    as $$
    with recursive waiting as (
        (select o.tenant_id from notice_outbox o order by o.tenant_id limit 1)
        union all
        select following.tenant_id
          from waiting
         cross join lateral (
               select o.tenant_id
                 from notice_outbox o
                where o.tenant_id > waiting.tenant_id
                order by o.tenant_id
                limit 1
               ) as following
    )
    select tenant_id from waiting
$$;
revoke all on function tenants_with_notices from public;
grant execute on function tenants_with_notices to parlay_worker;
