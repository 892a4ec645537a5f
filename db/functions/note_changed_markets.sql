-- Notes changed markets; see note_changed_events.
create or replace function note_changed_markets() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, event_id, is_first)
    select c.tenant_id, c.kind, case c.kind when 'market' then c.id end, c.event_id, c.event_id,
           row_number() over (partition by c.tenant_id) = 1
      from (
          select n.tenant_id, n.id, n.event_id,
                 unnest(array_remove(
                     array[
                         case when n.status <> o.status then 'market' end,
                         case
                             when (n.kind, n.line_quarters, n.period, n.prices)
                                 is distinct from (o.kind, o.line_quarters, o.period, o.prices)
                                 then 'tree'
                         end
                     ],
                     null
                 )) as kind
            from new_rows n
            join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      ) c;
    return null;
end
$$;
revoke all on function note_changed_markets from public;

create or replace trigger note_changed_markets after update on markets
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_markets();
