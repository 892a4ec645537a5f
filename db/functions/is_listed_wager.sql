-- Whether lists show a wager that the caller may see: not the offers of other people who are suspended, and nothing hidden
-- to people without a role in it. All names are qualified, as in can_view_wager.
create or replace function is_listed_wager(wager bigint, status text, challenger bigint) returns boolean
    language plpgsql stable cost 500
    as $$
begin
    return (
        status <> 'open' or challenger = parlay.current_account_id() or exists (
            select from parlay.accounts a
             where a.tenant_id = parlay.current_tenant_id() and a.id = challenger and a.status = 'active'
        )
    ) and not exists (
        select from parlay.wagers h
         where h.tenant_id = parlay.current_tenant_id() and h.id = wager and h.is_hidden
           and (parlay.current_account_id() in (h.challenger_id, h.challengee_id, h.arbiter_id)) is not true
    );
end
$$;
