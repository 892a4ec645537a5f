-- Whether the caller is told that this account is suspended: moderators, admins, the person's friends and the person.
create or replace function sees_suspension(account bigint) returns boolean
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
declare
    caller constant bigint := current_account_id();
begin
    return sees_hidden(account) or exists (
        select from friendships f
         where f.tenant_id = current_tenant_id() and f.account_a = least(account, caller)
           and f.account_b = greatest(account, caller) and f.accepted_at is not null
    );
end
$$;
