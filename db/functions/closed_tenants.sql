-- The tenants that do not live here, or not now: their rows are the other cell's. Policies ask for it once for each table of a
-- statement. In PL/pgSQL, which keeps the plan for the session: SQL would plan it each time, which takes longer than most statements.
create or replace function closed_tenants() returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return (select coalesce(array_agg(t.id), '{}') from tenants t where t.state <> 'open');
end
$$;
