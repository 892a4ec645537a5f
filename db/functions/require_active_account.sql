-- Refuses rows of accounts that are deleted, and of the caller's own that is not active any more. The arguments of a trigger are the
-- columns of a row with two accounts; without them it is `account_id`. Runs after the row's foreign key was checked, as triggers do
-- in the order of their names: the lock of that check has waited for a deletion that was under way, and a deletion that comes later
-- waits for this transaction and sees its rows.
create or replace function require_active_account() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    ids bigint[];
begin
    if tg_nargs = 0 then
        ids := array[new.account_id];
    else
        ids := array[(to_jsonb(new) ->> tg_argv[0])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint];
    end if;
    if exists (
        select from accounts a
         where a.tenant_id = new.tenant_id and a.id = any (ids)
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

create or replace trigger require_active_account after insert on passkeys
    for each row execute function require_active_account();

create or replace trigger require_active_account after insert on photos
    for each row execute function require_active_account();

create or replace trigger require_active_account after insert on shelf_games
    for each row execute function require_active_account();

create or replace trigger require_active_account after insert on blocks
    for each row execute function require_active_account('account_id', 'blocked_id');

create or replace trigger require_active_account after insert on matches
    for each row execute function require_active_account('user_id1', 'user_id2');

create or replace trigger require_active_account after insert on friendships
    for each row execute function require_active_account('account_a', 'account_b');
