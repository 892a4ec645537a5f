-- Records what a fetch brought: a key set that may be used for some seconds, or null if it failed. Keys are stored for issuers
-- that a tenant lists, and by the fetch that was begun: a front that is broken into gives no tenant keys for an issuer that it does
-- not list, and none between two fetches.
create or replace function end_issuer_fetch(for_issuer text, at_time timestamptz, found text, fresh_seconds bigint) returns void
    language sql
    security definer
    set search_path = parlay, pg_temp
    as $$
    update issuer_keys k
       set answered_at = at_time,
           has_failed = found is null,
           keys = coalesce(found, k.keys),
           fresh_until =
               case
                   when found is null then k.fresh_until
                   else at_time + least(greatest(fresh_seconds, 300), 86400) * interval '1 second'
               end
     where k.issuer = for_issuer and k.answered_at is null
       and exists (
           select from tenants t
            where t.settings -> 'oidc_issuers' @> jsonb_build_array(jsonb_build_object('issuer', for_issuer))
       )
$$;
revoke all on function end_issuer_fetch from public;
grant execute on function end_issuer_fetch to parlay_front;
