-- compatible: yes
-- Signing in with accounts of OpenID Connect issuers (docs/decisions/0118-outside-accounts.md).

-- Outside accounts that are linked to accounts. Each belongs to one account of a tenant.
create table identities (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    -- `iss` and `sub` of the tokens. A subject is unique for its issuer only.
    issuer text not null constraint identities_issuer_check check (length(issuer) between 1 and 300),
    subject text not null constraint identities_subject_check check (length(subject) between 1 and 255),
    -- What the issuer last called the person's address, proven or not.
    email text constraint identities_email_check check (length(email) <= 254),
    created_at timestamptz not null default now(),
    -- The last sign-in.
    last_used_at timestamptz,
    primary key (tenant_id, id),
    constraint identities_subject_key unique (tenant_id, issuer, subject),
    constraint identities_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('identities');
create index identities_account_idx on identities (tenant_id, account_id, id desc);

grant select, insert, update, delete on identities to parlay_front, parlay_worker;

-- Digests of ID tokens and registration tickets that were accepted once, as long as they would be valid.
create table used_proofs (
    tenant_id bigint not null references tenants on delete cascade,
    digest bytea not null constraint used_proofs_digest_check check (length(digest) = 32),
    expires_at timestamptz not null,
    primary key (tenant_id, digest)
);
call protect('used_proofs');
create index used_proofs_expires_at_idx on used_proofs (expires_at);

grant select, insert on used_proofs to parlay_front;
grant select, insert, delete on used_proofs to parlay_worker;

-- The published keys of issuers, for all tenants and fronts. Fronts read them, and write them by begin_issuer_fetch and
-- end_issuer_fetch.
create table issuer_keys (
    issuer text primary key constraint issuer_keys_issuer_check check (length(issuer) between 1 and 300),
    -- The JSON Web Key Set (RFC 7517) as it was fetched; null until the first fetch succeeds.
    keys text constraint issuer_keys_keys_check check (octet_length(keys) <= 65536),
    -- Until when the keys may be used without asking again.
    fresh_until timestamptz,
    -- When the last fetch began, and when it ended.
    asked_at timestamptz not null,
    answered_at timestamptz,
    -- The last fetch failed.
    has_failed boolean not null default false,
    constraint issuer_keys_fresh_until_check check ((keys is null) = (fresh_until is null))
);
grant select on issuer_keys to parlay_front;
grant select, delete on issuer_keys to parlay_worker;
