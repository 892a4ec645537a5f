-- A tenant that has an admin keeps at least one. The lock keeps two admins from leaving at the same time.
create or replace function keep_last_admin() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.admins', new.tenant_id));
    if not exists (
        select from accounts where tenant_id = new.tenant_id and role = 'admin' and status = 'active'
    ) then
        raise exception 'the last admin of a tenant stays'
            using errcode = 'check_violation', constraint = 'accounts_last_admin_check', table = 'accounts';
    end if;
    return null;
end
$$;

create or replace trigger keep_last_admin after update of role, status on accounts
    for each row
    when (old.role = 'admin' and old.status = 'active' and (new.role <> 'admin' or new.status <> 'active'))
    execute function keep_last_admin();
