-- Refuses a match of two people of whom one has blocked the other. It takes turns with blocking.
create or replace function refuse_blocked_match() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform lock_pair(new.tenant_id, new.user_id1, new.user_id2);
    if is_blocked_pair(new.tenant_id, new.user_id1, new.user_id2) then
        raise exception 'one of the two has blocked the other'
            using errcode = 'check_violation', constraint = 'matches_blocked_check', table = 'matches';
    end if;
    return null;
end
$$;

-- Not for rows that are loaded in bulk, without an account: there are not enough locks.
create or replace trigger refuse_blocked_match after insert on matches
    for each row when (current_account_id() is not null) execute function refuse_blocked_match();
