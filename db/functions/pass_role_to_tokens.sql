-- Passes a changed role or status of an account to its tokens; see fill_token_role.
create or replace function pass_role_to_tokens() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    update tokens t
       set role = case when new.status = 'active' then new.role end
     where t.tenant_id = new.tenant_id and t.account_id = new.id;
    return null;
end
$$;
revoke all on function pass_role_to_tokens from public;

create or replace trigger accounts_role
    after update of role, status on accounts
    for each row
    when (old.role is distinct from new.role or old.status is distinct from new.status)
    execute function pass_role_to_tokens();
