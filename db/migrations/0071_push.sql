-- compatible: yes
-- Browsers that get notices as push messages (docs/decisions/0210-push-by-derived-keys.md).
create table push_devices (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    -- The device that subscribed: once it is signed out, it gets nothing any more.
    token_id bigint not null,
    endpoint text not null constraint push_devices_endpoint_check check (length(endpoint) between 1 and 2000),
    -- Of the endpoint, which is too long for an index.
    digest bytea not null constraint push_devices_digest_check check (length(digest) = 32),
    -- With what only the browser can read its messages.
    public_key bytea not null constraint push_devices_public_key_check check (length(public_key) = 65),
    secret bytea not null constraint push_devices_secret_check check (length(secret) = 16),
    label text not null constraint push_devices_label_check check (length(label) <= 100),
    created_at timestamptz not null,
    primary key (tenant_id, id),
    constraint push_devices_digest_key unique (tenant_id, digest),
    constraint push_devices_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint push_devices_token_fkey foreign key (tenant_id, token_id) references tokens on delete cascade
);
call protect('push_devices');
create index push_devices_account_idx on push_devices (tenant_id, account_id, id desc);
create index push_devices_token_idx on push_devices (tenant_id, token_id);
grant select, insert, update, delete on push_devices to parlay_front, parlay_worker;
