-- Enables row-level security on a table of tenants, and forces it, so that it holds for the owner too. The front sees the
-- tenant it has set and no other; the worker serves all tenants that live in this cell, and the owner all. The planner takes
-- `is not null` for true of nearly all rows, as it is; of `<> all` it would expect none where there is one tenant.
create or replace procedure protect(protected regclass)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    execute format('alter table %s enable row level security', protected);
    execute format('alter table %s force row level security', protected);
    execute format(
        'create policy front_tenant on %s to parlay_front
             using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id())',
        protected);
    execute format(
        'create policy worker_all on %s to parlay_worker
             using (nullif(tenant_id = any ((select closed_tenants())::bigint[]), true) is not null)
             with check (nullif(tenant_id = any ((select closed_tenants())::bigint[]), true) is not null)',
        protected);
    execute format('create policy owner_all on %s to parlay_owner using (true) with check (true)', protected);
end
$$;
revoke all on procedure protect from public;
