-- compatible: yes
-- Suspended people: who is told, and since when a person is back
-- (docs/decisions/0150-what-others-see-of-a-suspended-person.md).

-- When the account was last active again after a suspension; null if never. Deadlines for the person begin again then.
alter table accounts add column resumed_at timestamptz;

create function note_resumption() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    new.resumed_at := now();
    return new;
end
$$;
create trigger accounts_resumed
    before update of status on accounts
    for each row
    when (old.status = 'suspended' and new.status = 'active')
    execute function note_resumption();
revoke all on function note_resumption() from public;

-- Whether the caller is told that this account is suspended: moderators, admins, the person's friends and the person.
create function sees_suspension(account bigint) returns boolean
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    caller constant bigint := current_account_id();
begin
    return caller = account
        or exists (
            select from accounts c where c.tenant_id = here and c.id = caller and c.role in ('moderator', 'admin')
        )
        or exists (
            select from friendships f
             where f.tenant_id = here and f.account_a = least(account, caller) and f.account_b = greatest(account, caller)
               and f.accepted_at is not null
        );
end
$$;

-- The status of an account as the caller sees it: `a.shown_status`. The planner inlines it.
create function shown_status(account accounts) returns text
    language sql stable
    return case when account.status <> 'suspended' or sees_suspension(account.id) then account.status else 'active' end;
