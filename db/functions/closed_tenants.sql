-- The tenants that do not live here, or not now: their rows are the other cell's. Policies ask for it once for each table of a
-- statement. One transaction gets one answer, that of its first question: a fence that came between two of its statements would
-- let a job be completed whose effect found no rows. The move waits for the transactions that are older than its fence.
-- In PL/pgSQL, which keeps the plan for the session: SQL would plan it each time, which takes longer than most statements.
create or replace function closed_tenants() returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
declare
    -- Empty after a transaction that has set it.
    known text := nullif(current_setting('parlay.closed_tenants', true), '');
begin
    if known is null then
        known := set_config(
            'parlay.closed_tenants',
            (select coalesce(array_agg(t.id), '{}') from tenants t where t.state <> 'open')::text,
            true
        );
    end if;
    return known::bigint[];
end
$$;
