-- Replaces the settings of the current tenant if they are still the ones that were read; returns whether it did. The front
-- may not write `tenants` in any other way, and may do this only for an admin.
create or replace function change_settings(expected jsonb, new_settings jsonb, at_time timestamptz) returns boolean
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    if not exists (
        select from accounts
         where tenant_id = current_tenant_id() and id = current_account_id() and role = 'admin' and status = 'active'
    ) then
        return false;
    end if;
    update tenants
       set settings = new_settings, updated_at = at_time
     where id = current_tenant_id() and settings = expected;
    return found;
end
$$;
revoke all on function change_settings from public;
grant execute on function change_settings to parlay_front;
