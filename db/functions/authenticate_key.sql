-- The same as authenticate, for an API key: finds it and scopes the transaction to its tenant and to the key. Returns no row if the
-- key is unknown, expired or revoked, or is used from a network that it does not name. Its ids are the negative of the key's.
create or replace function authenticate_key(
    for_tenant bigint,
    key_digest bytea,
    at_time timestamptz,
    from_address inet,
    out token_id bigint,
    out account_id bigint,
    out role text,
    out is_stale boolean,
    out scopes text
) returns setof record
    language sql stable
    as $$
    select -known.id, -known.id, 'admin', known.is_stale, known.scopes
      from (
           select found.id, found.is_stale, found.scopes,
                  set_config('parlay.account_id', coalesce((-found.id)::text, ''), true),
                  set_config('parlay.token_id', '', true),
                  case when found.id is null then set_config('parlay.tenant_id', '', true) end
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
                  select k.id, array_to_string(k.scopes, ',') as scopes,
                         k.last_used_at is null or k.last_used_at < at_time - interval '1 hour' as is_stale
                    from parlay.api_keys k
                   where k.tenant_id = for_tenant and k.digest = key_digest
                     and (k.expires_at is null or k.expires_at > at_time)
                     and (cardinality(k.networks) = 0 or from_address <<= any (k.networks::cidr[]))
                     and scope.tenant is not null
                   limit 1
                  ) as found on true
           offset 0
           ) as known
     where known.id is not null
$$;
