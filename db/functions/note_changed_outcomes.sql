-- Notes changed outcomes; see note_changed_events.
create or replace function note_changed_outcomes() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, with_status, event_id, is_first)
    select c.tenant_id, c.kind, case c.kind when 'outcome' then c.id end, c.market_id, c.with_status,
           case c.kind
               when 'tree'
                   then (select m.event_id from markets m where m.tenant_id = c.tenant_id and m.id = c.market_id)
           end,
           row_number() over (partition by c.tenant_id) = 1
      from (
          select n.tenant_id, n.id, n.market_id, n.status <> o.status as with_status,
                 unnest(array_remove(
                     array[
                         case when n.price <> o.price or n.status <> o.status then 'outcome' end,
                         case when (n.name, n.side) is distinct from (o.name, o.side) then 'tree' end
                     ],
                     null
                 )) as kind
            from new_rows n
            join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      ) c;
    return null;
end
$$;
revoke all on function note_changed_outcomes from public;

create or replace trigger note_changed_outcomes after update on outcomes
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_outcomes();
