-- The same as require_active_account, for rows of two accounts, whose columns are the arguments.
create or replace function require_active_accounts() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if exists (
        select from accounts a
         where a.tenant_id = new.tenant_id
           and a.id in ((to_jsonb(new) ->> tg_argv[0])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint)
           and (a.status = 'deleted' or a.status <> 'active' and a.id = current_account_id())
    ) then
        raise exception 'an account is not active'
            using errcode = 'check_violation', constraint = 'account_active', table = tg_table_name;
    end if;
    return null;
end
$$;
revoke all on function require_active_accounts from public;

create or replace trigger require_active_accounts after insert on blocks
    for each row execute function require_active_accounts('account_id', 'blocked_id');

create or replace trigger require_active_accounts after insert on matches
    for each row execute function require_active_accounts('user_id1', 'user_id2');

create or replace trigger require_active_accounts after insert on friendships
    for each row execute function require_active_accounts('account_a', 'account_b');
