-- Notes new events for number_live_changes.
create or replace function note_new_events() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, is_new, is_first)
    select n.tenant_id, 'start', n.id, true, row_number() over (partition by n.tenant_id) = 1
      from new_rows n;
    return null;
end
$$;
revoke all on function note_new_events from public;

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger note_new_events after insert on events
    referencing new table as new_rows
    for each statement
    when (not in_transfer())
    execute function note_new_events();
