-- compatible: yes
-- A token carries the role of its account, so that a request is authenticated with one look-up (docs/decisions/0125-tokens-carry-the-role.md).

-- The role of the account; null while the account is not active, and the token is refused.
alter table tokens add column role text default 'member';

-- Whatever a statement writes into `role`, this stores what the account says. The lock makes a change of the account wait until the
-- token is committed, so that the change reaches it; if the change came first, the token waits for it and sees it.
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

revoke all on function fill_token_role(), pass_role_to_tokens() from public;

-- Both tables are locked against writes since the triggers were made. Most accounts are active members and keep the default.
update tokens t
   set role = case when a.status = 'active' then a.role end
  from accounts a
 where a.tenant_id = t.tenant_id and a.id = t.account_id and (a.status <> 'active' or a.role <> 'member');

-- As in 0040_cheaper_requests.sql, where is said why it is called stable and what holds its order. A caller that does not ask for
-- `username`, which fronts of the previous version do, has no second look-up: PostgreSQL drops what nobody reads.
create or replace function authenticate(
    for_tenant bigint,
    token_digest bytea,
    at_time timestamptz,
    out token_id bigint,
    out account_id bigint,
    out role text,
    out username text,
    out is_stale boolean
) returns setof record
    language sql stable
    as $$
    select known.token_id, known.account_id, known.role, known.username, known.is_stale
      from (
           select found.token_id, found.account_id, found.role, found.username, found.is_stale,
                  set_config('parlay.account_id', coalesce(found.account_id::text, ''), true),
                  case when found.account_id is null then set_config('parlay.tenant_id', '', true) end
             from (select set_config('parlay.tenant_id', for_tenant::text, true) as tenant offset 0) as scope
             left join lateral (
                  select t.id as token_id, t.account_id, t.role,
                         (
                             select a.username
                               from parlay.accounts a
                              where a.tenant_id = for_tenant and a.id = t.account_id
                         ) as username,
                         t.last_used_at is null or t.last_used_at < at_time - interval '1 hour' as is_stale
                    from parlay.tokens t
                   where t.tenant_id = for_tenant and t.digest = token_digest and t.expires_at > at_time
                     and t.role is not null and scope.tenant is not null
                   limit 1
                  ) as found on true
           offset 0
           ) as known
     where known.account_id is not null
$$;
