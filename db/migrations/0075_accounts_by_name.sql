-- compatible: yes
-- The operator finds a username or an address in all tenants by one look into an index.
create index accounts_named_idx on accounts (username_key, tenant_id);
create index accounts_addressed_idx on accounts (email, tenant_id) where email is not null;

-- The orders in which admins list people: by the name that people read, and by when they were last active.
create index accounts_name_idx on accounts (
    tenant_id,
    (coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), username) collate "und-x-icu"),
    id
) where status <> 'deleted';
create index accounts_active_at_idx on accounts (tenant_id, last_active_at, id) where status <> 'deleted';
