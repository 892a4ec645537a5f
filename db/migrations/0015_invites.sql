-- compatible: no
-- Codes that people need to register where a tenant requires an invitation.

create table invites (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- The admin who created it.
    account_id bigint not null,
    digest bytea not null constraint invites_digest_check check (length(digest) = 32),
    -- The first characters of the code, to recognise it by.
    prefix text not null,
    uses integer not null constraint invites_uses_check check (uses > 0),
    used integer not null default 0 constraint invites_used_check check (used between 0 and uses),
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint invites_digest_key unique (tenant_id, digest),
    constraint invites_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('invites');
create index invites_account_idx on invites (tenant_id, account_id);

grant select, insert, update, delete on invites to parlay_front, parlay_worker;
