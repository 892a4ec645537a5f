-- Writes the totals of a process, of tenants in hours since the Unix epoch. Totals only grow, so writing them twice changes nothing. A
-- front sees no rows of other tenants, so processes write by this function. Tenants that are gone are left out.
create or replace function record_counts(
    writer bigint, figure text, hours bigint[], tenant_ids bigint[], totals bigint[]
) returns void
    language sql security definer
    set search_path = parlay, pg_temp
    as $$
    insert into process_counts as c (tenant_id, hour, name, process, count)
    select n.tenant_id, timestamptz 'epoch' + n.hour * interval '1 hour', figure, writer, n.total
      from unnest(hours, tenant_ids, totals) as n (hour, tenant_id, total)
     where n.tenant_id = 0 or exists (select from tenants t where t.id = n.tenant_id)
     order by n.tenant_id, n.hour
        on conflict (tenant_id, hour, name, process) do update
       set count = excluded.count
     where c.count < excluded.count
$$;
revoke all on function record_counts from public;
grant execute on function record_counts to parlay_front, parlay_worker;
