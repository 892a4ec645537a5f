-- Fronts keep the tenants in memory and read them again on this notification.
create or replace function tenants_changed() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_notify('parlay_tenants', '');
    return null;
end
$$;

create or replace trigger tenants_changed after insert or update or delete on tenants
    for each statement execute function tenants_changed();
