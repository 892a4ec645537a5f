-- Refuses rows of accounts that are deleted, and of the caller's own that is not active any more. Runs after the row's foreign key was
-- checked, as triggers do in the order of their names: the lock of that check has waited for a deletion that was under way, and a deletion
-- that comes later waits for this transaction and sees its rows.
create or replace function require_active_account() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if exists (
        select from accounts a
         where a.tenant_id = new.tenant_id and a.id = new.account_id
           and (a.status = 'deleted' or a.status <> 'active' and a.id = current_account_id())
    ) then
        raise exception 'the account is not active'
            using errcode = 'check_violation', constraint = 'account_active', table = tg_table_name;
    end if;
    return null;
end
$$;
revoke all on function require_active_account from public;

create or replace trigger require_active_account after insert on identities
    for each row execute function require_active_account();

create or replace trigger require_active_account after insert on photos
    for each row execute function require_active_account();

create or replace trigger require_active_account after insert on shelf_games
    for each row execute function require_active_account();
