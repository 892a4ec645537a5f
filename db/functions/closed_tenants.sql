-- The tenants that do not live here, or not now: their rows are the other cell's. Policies ask for it once in each statement.
create or replace function closed_tenants() returns bigint[]
    language sql stable
    set search_path = parlay, pg_temp
    as $$
    select coalesce(array_agg(t.id), '{}') from tenants t where t.state <> 'open'
$$;
