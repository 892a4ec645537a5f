-- Notes deleted markets for number_live_changes.
create or replace function note_deleted_markets() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, is_deleted, event_id, is_first)
    select o.tenant_id, 'market', o.id, o.event_id, true, o.event_id, row_number() over (partition by o.tenant_id) = 1
      from old_rows o;
    return null;
end
$$;
revoke all on function note_deleted_markets from public;

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger note_deleted_markets after delete on markets
    referencing old table as old_rows
    for each statement
    when (not in_transfer())
    execute function note_deleted_markets();
