-- compatible: yes
-- API keys: with them servers of a tenant's owner call, not people. A key calls under the negative of its id where people have the
-- id of their account; see current_key_id.
create table api_keys (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    label text not null,
    -- Null once it is revoked. The row stays, because the audit log names it.
    digest bytea constraint api_keys_digest_check check (length(digest) = 32),
    prefix text not null,
    scopes text[] not null constraint api_keys_scopes_check check (cardinality(scopes) > 0),
    -- In CIDR form; empty for anywhere.
    networks text[] not null,
    created_at timestamptz not null,
    -- Rounded to the hour.
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz,
    -- Counts edits; the row's ETag.
    version bigint not null default 1,
    primary key (tenant_id, id),
    constraint api_keys_digest_key unique (tenant_id, digest),
    constraint api_keys_revoked_check check ((digest is null) = (revoked_at is not null))
) with (fillfactor = 90);
call protect('api_keys');
grant select, insert, update on api_keys to parlay_front;
grant select on api_keys to parlay_worker;

-- Which key did it. Of a person, of the operator and of a worker it is null.
alter table audit
    add column key_id bigint,
    add constraint audit_key_fkey foreign key (tenant_id, key_id) references api_keys on delete cascade;
create index audit_key_idx on audit (tenant_id, key_id, id desc) where key_id is not null;

-- Answers to keys are stored too, under their negative ids.
alter table idempotency_keys
    drop constraint idempotency_keys_account_fkey,
    add constraint idempotency_keys_tenant_fkey foreign key (tenant_id) references tenants on delete cascade;
