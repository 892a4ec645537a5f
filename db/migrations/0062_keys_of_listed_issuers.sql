-- compatible: yes
-- Keys are stored for issuers that somebody trusts, and by the fetch that was begun: a front that is broken into gives no tenant keys
-- for an issuer that it does not list, and none between two fetches.

-- As before, and forgets the end of the last fetch, so that the clocks of fronts need not agree.
create or replace function begin_issuer_fetch(for_issuer text, at_time timestamptz) returns boolean
    language sql
    security definer
    set search_path = parlay, pg_temp
    as $$
    with begun as (
        insert into issuer_keys as k (issuer, asked_at)
        values (for_issuer, at_time)
        on conflict (issuer) do update
           set asked_at = excluded.asked_at, answered_at = null
         where k.asked_at <= excluded.asked_at - interval '1 minute'
        returning k.issuer
    )
    select exists (select from begun)
$$;

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
