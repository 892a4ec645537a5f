-- compatible: no
-- The audit log, and the change of a tenant's settings by its admins.

-- What admins, moderators and the operator have changed. Written in the transaction of the change; a front never changes
-- a row. Holds ids and values of settings, but no secrets and no personal data.
create table audit (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    -- Null: the operator, by `parlay admin`.
    account_id bigint,
    action text not null,
    -- What was changed; null for the tenant itself.
    subject_type text,
    subject_id bigint,
    details jsonb not null default '{}' constraint audit_details_check check (jsonb_typeof(details) = 'object'),
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint audit_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('audit');
create index audit_account_idx on audit (tenant_id, account_id, id desc);

-- Replaces the settings of the current tenant if they are still the ones that were read; returns whether it did. The front
-- may not write `tenants` in any other way, and may do this only for an admin.
create function change_settings(expected jsonb, new_settings jsonb, at_time timestamptz) returns boolean
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
revoke all on function change_settings(jsonb, jsonb, timestamptz) from public;
grant execute on function change_settings(jsonb, jsonb, timestamptz) to parlay_front;

grant select, insert on audit to parlay_front, parlay_worker;
