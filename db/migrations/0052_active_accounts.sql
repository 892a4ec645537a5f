-- compatible: yes
-- What is written about an account needs the account: a call that waited, or that overlaps a deletion, leaves nothing that nobody deletes.

-- A deleted account has nothing to sign in with, and nothing to show.
alter table accounts add constraint accounts_deleted_check check (
    status <> 'deleted' or password_hash is null and email is null and email_proof is null and photo_version is null
);

-- Refuses rows of accounts that are deleted, and of the caller's own that is not active any more. Runs after the row's foreign key was
-- checked, as triggers do in the order of their names: the lock of that check has waited for a deletion that was under way, and a deletion
-- that comes later waits for this transaction and sees its rows.
create function require_active_account() returns trigger
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

create trigger require_active_account after insert on identities
    for each row execute function require_active_account();
create trigger require_active_account after insert on photos
    for each row execute function require_active_account();
create trigger require_active_account after insert on shelf_games
    for each row execute function require_active_account();

-- The same for rows of two accounts, whose columns are the arguments.
create function require_active_accounts() returns trigger
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

create trigger require_active_accounts after insert on blocks
    for each row execute function require_active_accounts('account_id', 'blocked_id');
create trigger require_active_accounts after insert on matches
    for each row execute function require_active_accounts('user_id1', 'user_id2');
create trigger require_active_accounts after insert on friendships
    for each row execute function require_active_accounts('account_a', 'account_b');

revoke all on function require_active_account(), require_active_accounts() from public;
