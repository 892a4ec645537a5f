-- compatible: yes
-- The statements that nearly every request sends, with less work for the server (docs/decisions/0119-what-a-write-costs.md).

-- Finds the account of a token and scopes the transaction to its tenant and account, in one statement. Returns no row if
-- the token is unknown or expired, or its account is not active. It always sets both settings, and on a refusal to values
-- that match nothing, because reads of other requests may follow in the same transaction. It runs with the rights of its
-- caller and qualifies every name.
--
-- PostgreSQL inlines it into the statement that calls it, whose plan each connection keeps. For that it must be SQL and called
-- stable, although it has the effect of its set_config(). The order in which its parts run is fixed: `found` refers to `scope`
-- and so runs behind it, and `offset 0` keeps them apart. The token is at most one row for the planner too (`limit 1`), so that
-- the account is looked up by its key even before there are statistics.
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
                  select token.id as token_id, a.id as account_id, a.role, a.username, token.is_stale
                    from (
                         select t.id, t.account_id,
                                t.last_used_at is null or t.last_used_at < at_time - interval '1 hour' as is_stale
                           from parlay.tokens t
                          where t.tenant_id = for_tenant and t.digest = token_digest and t.expires_at > at_time
                          limit 1
                         ) as token
                    join parlay.accounts a
                      on a.tenant_id = for_tenant and a.id = token.account_id and a.status = 'active'
                   where scope.tenant is not null
                  offset 0
                  ) as found on true
           offset 0
           ) as known
     where known.account_id is not null
$$;
