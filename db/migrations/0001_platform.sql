-- compatible: no
-- Ground for everything else: how a session says which tenant and account it serves, and how a table is
-- protected. Runs as parlay_owner, in the schema parlay; the migrator made both and the roles.

-- The tenant the present transaction serves; null when none was set, so that policies match nothing.
create function current_tenant_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.tenant_id', true), '')::bigint;

-- The account the present transaction serves; null when none was set.
create function current_account_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.account_id', true), '')::bigint;

-- Puts row-level security on a tenant-owned table: enabled and forced, so that its owner obeys too. The front
-- sees the tenant it set and no other; the worker and the owner serve all tenants.
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

-- Whether a text may be a name, of a person, a tenant or a wager: without control characters, line separators and
-- bidirectional controls, and not of zero-width characters alone. The calls tell people so before; see `NameRule`.
create function is_name(text) returns boolean
    language sql immutable parallel safe
    return $1 !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
        and $1 !~ '^[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+$';

create table tenants (
    id bigint generated always as identity primary key,
    slug text not null
        constraint tenants_slug_key unique
        constraint tenants_slug_check check (slug ~ '^[a-z][a-z0-9-]{1,30}$'),
    name text not null constraint tenants_name_check check (length(name) between 1 and 200 and is_name(name)),
    status text not null default 'active' constraint tenants_status_check check (status in ('active', 'suspended')),
    modules text[] not null default '{}'
        constraint tenants_modules_check check (modules <@ array['meetups', 'wagers']),
    settings jsonb not null default '{}' constraint tenants_settings_check check (jsonb_typeof(settings) = 'object'),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- Front processes keep the tenants in memory and read them again when this changes.
create function tenants_changed() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_notify('parlay_tenants', '');
    return null;
end
$$;

create trigger tenants_changed after insert or update or delete on tenants
    for each statement execute function tenants_changed();

grant usage on schema parlay to parlay_front, parlay_worker;
grant select on tenants to parlay_front, parlay_worker;

-- Keys that every process of this installation shares: they sign cursors and links. Not tenant-owned.
create table signing_keys (
    name text primary key,
    key bytea not null constraint signing_keys_key_check check (length(key) >= 32),
    created_at timestamptz not null default now()
);
-- Two random UUIDs hold 244 random bits.
insert into signing_keys (name, key)
values ('cursor', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
grant select on signing_keys to parlay_front, parlay_worker;
