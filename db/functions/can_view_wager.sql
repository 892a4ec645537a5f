-- Whether the caller, as an ordinary member, may see a wager of the current tenant: the parties and the arbiter always, other
-- people if they belong to the audience and there is no block between them and a party. This rule is written nowhere else.
-- All names are qualified, because a search_path would double the time of each call. Each query is a start of the executor,
-- so those that are not needed are left out. The cost stands for the look-ups.
create or replace function can_view_wager(challenger bigint, challengee bigint, arbiter bigint, addressee bigint, audience text)
    returns boolean
    language plpgsql stable cost 1000
    as $$
declare
    here constant bigint := parlay.current_tenant_id();
    caller constant bigint := parlay.current_account_id();
begin
    if caller in (challenger, challengee, arbiter) then
        return true;
    end if;
    if audience <> 'public' and addressee is distinct from caller then
        perform from parlay.friendships f
          where audience = 'friends' and f.tenant_id = here and f.account_a = least(challenger, caller)
            and f.account_b = greatest(challenger, caller) and f.accepted_at is not null;
        if not found then
            return false;
        end if;
    end if;
    perform from parlay.blocks b
      where b.tenant_id = here
        and (b.account_id, b.blocked_id) in (
            (caller, challenger), (caller, challengee), (challenger, caller), (challengee, caller)
        );
    return not found;
end
$$;
