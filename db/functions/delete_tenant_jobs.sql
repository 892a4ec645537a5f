-- The queue, the events of streams and the figures have no foreign keys, so those of a tenant are deleted here.
create or replace function delete_tenant_jobs() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs where tenant_id in (select id from deleted_tenants);
    delete from dead_letters where tenant_id in (select id from deleted_tenants);
    delete from notice_outbox where tenant_id in (select id from deleted_tenants);
    delete from stream_events where tenant_id in (select id from deleted_tenants);
    delete from daily_figures where tenant_id in (select id from deleted_tenants);
    delete from hourly_figures where tenant_id in (select id from deleted_tenants);
    delete from active_days where tenant_id in (select id from deleted_tenants);
    delete from process_counts where tenant_id in (select id from deleted_tenants);
    return null;
end
$$;

create or replace trigger delete_tenant_jobs after delete on tenants
    referencing old table as deleted_tenants
    for each statement execute function delete_tenant_jobs();
