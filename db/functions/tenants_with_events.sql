-- Which of the tenants have events that the snapshot `seen` did not show. It sees all tenants; what the events are, a front then
-- reads under the policy of each.
create or replace function tenants_with_events(tenants bigint[], seen pg_snapshot) returns setof bigint
    language sql stable
    security definer
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    as $$
    select t.id
      from unnest(tenants) as t (id)
     where exists (
               select from stream_events e where e.tenant_id = t.id and e.change >= pg_snapshot_xmax(seen)
           )
        or exists (
               select from stream_events e
                where e.tenant_id = t.id and e.change = any (array(select x from pg_snapshot_xip(seen) as x))
           )
$$;
revoke all on function tenants_with_events from public;
grant execute on function tenants_with_events to parlay_front;
