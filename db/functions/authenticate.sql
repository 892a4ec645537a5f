-- Finds the account of a token and scopes the transaction to its tenant and account, in one statement. Returns no row if
-- the token is unknown or expired, or its account is not active. It always sets the three settings, and on a refusal to values
-- that match nothing, because reads of other requests may follow in the same transaction. It runs with the rights of its
-- caller and qualifies every name.
--
-- PostgreSQL inlines it into the statement that calls it, whose plan each connection keeps. For that it must be SQL and called
-- stable, although it has the effect of its set_config(). The order in which its parts run is fixed: `found` refers to `scope`
-- and so runs after it, and `offset 0` keeps them apart. The token is at most one row for the planner too (`limit 1`). A caller
-- that does not ask for `username` has no second look-up: PostgreSQL drops what nobody reads.
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
                  set_config('parlay.token_id', coalesce(found.token_id::text, ''), true),
                  case when found.account_id is null then set_config('parlay.tenant_id', '', true) end
             from (
                  select set_config('parlay.tenant_id', for_tenant::text, true) as tenant,
                         (
                             select parlay.refuse_tenant(t.state)
                               from parlay.tenants t
                              where t.id = for_tenant and t.state <> 'open'
                         ) as refusal
                  offset 0
                  ) as scope
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
