-- compatible: no
-- Codes that reset passwords.

-- The latest code of each account. A used code stays until it is pruned, so that a job that runs twice cannot revive it.
create table password_resets (
    tenant_id bigint not null,
    account_id bigint not null,
    -- The mail that brings the code; a later one replaces it.
    mail_id bigint not null,
    -- The first characters of the code, to find its row by. Not unique; the digest decides.
    selector text not null,
    -- SHA-256 of the whole code.
    digest bytea not null constraint password_resets_digest_check check (length(digest) = 32),
    tries smallint not null default 0,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (tenant_id, account_id),
    constraint password_resets_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('password_resets');
create index password_resets_selector_idx on password_resets (tenant_id, selector);
create index password_resets_expires_at_idx on password_resets (expires_at);


grant select, update, delete on password_resets to parlay_front;
grant select, insert, update, delete on password_resets to parlay_worker;
