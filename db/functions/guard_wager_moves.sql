-- The possible moves. Only the operator and moderators cancel an expired or a completed wager.
create or replace function guard_wager_moves() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if (old.status, new.status) not in (
        ('open', 'active'), ('open', 'expired'), ('open', 'cancelled'), ('open', 'declined'), ('expired', 'cancelled'),
        ('active', 'completed'), ('active', 'disputed'), ('active', 'cancelled'),
        ('disputed', 'completed'), ('disputed', 'cancelled'),
        ('completed', 'confirmed'), ('completed', 'cancelled')
    ) then
        raise exception 'a wager cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'wagers_moves_check', table = 'wagers';
    end if;
    return null;
end
$$;

create or replace trigger guard_wager_moves after update of status on wagers
    for each row when (old.status <> new.status) execute function guard_wager_moves();
