-- compatible: yes
-- Second factors: codes of an authenticator app (docs/decisions/0205-codes-as-a-second-factor.md).

-- Whether a sign-in needs a code too. Beside the password, so that a sign-in that waited for a change sees it.
alter table accounts
    add column second_factor boolean not null default false;

-- How many factors the person has shown to get the token.
alter table tokens
    add column factors smallint not null default 1 constraint tokens_factors_check check (factors in (1, 2));

create table second_factors (
    tenant_id bigint not null,
    account_id bigint not null,
    -- Sealed with a key that the database does not have.
    secret bytea not null,
    created_at timestamptz not null,
    -- When a code has proven that the person has the secret; null until then.
    proven_at timestamptz,
    -- The time step of the last code that was taken: it and those before it are not taken again.
    last_step bigint not null default 0,
    -- When an admin's reset takes effect; null without one.
    reset_at timestamptz,
    primary key (tenant_id, account_id),
    constraint second_factors_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint second_factors_reset_check check (reset_at is null or proven_at is not null)
);
call protect('second_factors');
grant select, insert, update, delete on second_factors to parlay_front, parlay_worker;

create table recovery_codes (
    tenant_id bigint not null,
    account_id bigint not null,
    digest bytea not null constraint recovery_codes_digest_check check (length(digest) = 32),
    used_at timestamptz,
    primary key (tenant_id, account_id, digest),
    constraint recovery_codes_factor_fkey
        foreign key (tenant_id, account_id) references second_factors on delete cascade
);
call protect('recovery_codes');
grant select, insert, update, delete on recovery_codes to parlay_front, parlay_worker;

-- Sign-ins that wait for the second factor.
create table sign_in_tickets (
    tenant_id bigint not null,
    digest bytea not null constraint sign_in_tickets_digest_check check (length(digest) = 32),
    account_id bigint not null,
    -- The digest of the password's hash: another password voids the ticket.
    password bytea not null,
    -- Of the token.
    label text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    tries integer not null default 0,
    used_at timestamptz,
    primary key (tenant_id, digest),
    constraint sign_in_tickets_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('sign_in_tickets');
create index sign_in_tickets_account_idx on sign_in_tickets (tenant_id, account_id);
create index sign_in_tickets_expires_at_idx on sign_in_tickets (expires_at);
grant select, insert, update, delete on sign_in_tickets to parlay_front, parlay_worker;
