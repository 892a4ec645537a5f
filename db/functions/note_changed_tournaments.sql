-- Notes changed tournaments; see note_changed_events.
create or replace function note_changed_tournaments() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, tournament_id, is_first)
    select n.tenant_id, 'tree', n.id, row_number() over (partition by n.tenant_id) = 1
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
     where (n.sport, n.name, n.season, n.status, n.icon_url)
           is distinct from (o.sport, o.name, o.season, o.status, o.icon_url);
    return null;
end
$$;
revoke all on function note_changed_tournaments from public;

create or replace trigger note_changed_tournaments after update on tournaments
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_tournaments();
