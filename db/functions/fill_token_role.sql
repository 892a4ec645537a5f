-- Whatever a statement writes into `role`, this stores what the account says. The lock makes a change of the account wait until the
-- token is committed, so that the change reaches it; if the change came first, the token waits for it and sees it.
create or replace function fill_token_role() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    select case when a.status = 'active' then a.role end
      into new.role
      from accounts a
     where a.tenant_id = new.tenant_id and a.id = new.account_id
       for share;
    return new;
end
$$;
revoke all on function fill_token_role from public;

create or replace trigger tokens_role
    before insert or update of tenant_id, account_id, role on tokens
    for each row execute function fill_token_role();
