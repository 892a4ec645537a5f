-- Blocking two people and connecting them (a match, a friendship) take turns: the second sees what the first has done.
create or replace function lock_pair(tenant bigint, one bigint, other bigint) returns void
    language sql
    set search_path = parlay, pg_temp
    as $$
    select pg_advisory_xact_lock(
        hashtextextended('parlay.pair:' || least(one, other) || ':' || greatest(one, other), tenant)
    );
$$;
