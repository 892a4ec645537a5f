-- Gives the caller the right to fetch the keys of an issuer: once a minute, whoever asks and for whatever reason. Forgets the end
-- of the last fetch, so that the clocks of fronts need not agree.
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
revoke all on function begin_issuer_fetch from public;
grant execute on function begin_issuer_fetch to parlay_front;
