-- A request takes turns with blocking, like a match, and with the deletion of either account, for whose row the foreign
-- keys have waited at this point.
create or replace function refuse_blocked_friendship() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform lock_pair(new.tenant_id, new.account_a, new.account_b);
    if is_blocked_pair(new.tenant_id, new.account_a, new.account_b) or exists (
        select from accounts
         where tenant_id = new.tenant_id and id in (new.account_a, new.account_b) and status = 'deleted'
    ) then
        raise exception 'one of the two has blocked the other, or is gone'
            using errcode = 'check_violation', constraint = 'friendships_blocked_check', table = 'friendships';
    end if;
    return null;
end
$$;

-- Not for rows that are loaded in bulk, without an account: there are not enough locks.
create or replace trigger refuse_blocked_friendship after insert on friendships
    for each row when (current_account_id() is not null) execute function refuse_blocked_friendship();
