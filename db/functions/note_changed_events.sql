-- Notes changed events for number_live_changes. The functions about changed rows join two tables whose sizes the planner knows
-- only at the first call in a session. A nested loop, which is best for a single row, would then be kept for thousands.
create or replace function note_changed_events() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, event_id, is_first)
    select c.tenant_id, c.kind, case when c.kind <> 'tree' then c.id end, c.id,
           row_number() over (partition by c.tenant_id) = 1
      from (
          select n.tenant_id, n.id,
                 unnest(array_remove(
                     array[
                         case when n.starts_at <> o.starts_at then 'start' end,
                         case
                             when (n.status, n.home_score, n.away_score)
                                 is distinct from (o.status, o.home_score, o.away_score)
                                 then 'event'
                         end,
                         case
                             when (n.home, n.away, n.week, n.tournament_id)
                                 is distinct from (o.home, o.away, o.week, o.tournament_id)
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
revoke all on function note_changed_events from public;

create or replace trigger note_changed_events after update on events
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_events();
