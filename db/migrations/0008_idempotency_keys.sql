-- compatible: no
-- Answers to calls that carried an idempotency key, to send again when the call comes again.

create table idempotency_keys (
    tenant_id bigint not null,
    account_id bigint not null,
    key text not null constraint idempotency_keys_key_check check (key ~ '^[!-~]{1,255}$'),
    -- SHA-256 of the call, which every later use of the key must match.
    fingerprint bytea not null constraint idempotency_keys_fingerprint_check check (length(fingerprint) = 32),
    status integer not null constraint idempotency_keys_status_check check (status between 200 and 299),
    -- Lines of `Name: value`.
    headers text not null,
    body bytea not null,
    created_at timestamptz not null,
    primary key (tenant_id, account_id, key),
    constraint idempotency_keys_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('idempotency_keys');
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

grant select, insert, update, delete on idempotency_keys to parlay_front, parlay_worker;
