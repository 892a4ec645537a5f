-- compatible: no
-- How a session names its tenant and account, and how a table is protected. All files run as parlay_owner in the schema
-- parlay; the migrator creates both, and the other two roles.

-- The tenant of this transaction; null if none is set, so that policies match nothing.
create function current_tenant_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.tenant_id', true), '')::bigint;

-- The account of this transaction; null if none is set.
create function current_account_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.account_id', true), '')::bigint;

-- Enables row-level security on a table of tenants, and forces it, so that it holds for the owner too. The front sees the
-- tenant it has set and no other; the worker and the owner serve all tenants.
create procedure protect(protected regclass)
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
    execute format('create policy worker_all on %s to parlay_worker using (true) with check (true)', protected);
    execute format('create policy owner_all on %s to parlay_owner using (true) with check (true)', protected);
end
$$;

revoke all on procedure protect(regclass) from public;

grant usage on schema parlay to parlay_front, parlay_worker;
