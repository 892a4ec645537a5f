-- compatible: yes
-- A token carries the role of its account, so that a request is authenticated with one look-up
-- (docs/decisions/0125-tokens-carry-the-role.md).

-- The role of the account; null while the account is not active, and the token is refused.
alter table tokens add column role text default 'member';

-- In their first form, because they keep what is filled below.
create function fill_token_role() returns trigger
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
create trigger tokens_role
    before insert or update of tenant_id, account_id, role on tokens
    for each row execute function fill_token_role();

create function pass_role_to_tokens() returns trigger
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
create trigger accounts_role
    after update of role, status on accounts
    for each row
    when (old.role is distinct from new.role or old.status is distinct from new.status)
    execute function pass_role_to_tokens();

-- Both tables are locked against writes since the triggers were made. Most accounts are active members and keep the default.
update tokens t
   set role = case when a.status = 'active' then a.role end
  from accounts a
 where a.tenant_id = t.tenant_id and a.id = t.account_id and (a.status <> 'active' or a.role <> 'member');
