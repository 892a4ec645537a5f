-- Wakes the workers, once for each statement and tenant; PostgreSQL drops repetitions within a transaction. For later jobs
-- there is no need, because the workers' poll finds them.
create or replace function jobs_added() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_notify('parlay_jobs', due.tenant_id::text)
       from (select distinct tenant_id from new_jobs where run_at <= clock_timestamp()) as due;
    return null;
end
$$;

create or replace trigger jobs_added after insert on jobs
    referencing new table as new_jobs
    for each statement execute function jobs_added();
