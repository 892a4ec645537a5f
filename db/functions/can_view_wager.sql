-- Whether the caller, as an ordinary member, may see a wager of the current tenant: the parties and the arbiter always, other
-- people if they belong to the audience and there is no block between them and a party. This rule is written nowhere else.
-- All names are qualified, because a search_path would double the time of each call. The cost stands for the look-ups.
create or replace function can_view_wager(challenger bigint, challengee bigint, arbiter bigint, addressee bigint, audience text)
    returns boolean
    language plpgsql stable cost 1000
    as $$
declare
    here constant bigint := parlay.current_tenant_id();
    caller constant bigint := parlay.current_account_id();
begin
    return caller in (challenger, challengee, arbiter)
        or (
            audience = 'public' or addressee = caller
            or audience = 'friends' and exists (
                select from parlay.friendships f
                 where f.tenant_id = here and f.account_a = least(challenger, caller)
                   and f.account_b = greatest(challenger, caller) and f.accepted_at is not null
            )
        )
        and not exists (
            select from parlay.blocks b
             where b.tenant_id = here and b.account_id = caller and b.blocked_id in (challenger, challengee)
        )
        and not exists (
            select from parlay.blocks b
             where b.tenant_id = here and b.blocked_id = caller and b.account_id in (challenger, challengee)
        );
end
$$;
