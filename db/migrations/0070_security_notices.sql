-- compatible: yes
-- Notices about sign-ins and about what people sign in with (docs/decisions/0206-this-was-not-me.md). Each is mailed with a link
-- to say that it was somebody else.
create table security_notices (
    tenant_id bigint not null,
    notice_id bigint not null,
    account_id bigint not null,
    -- The address that was changed, to which the mail goes; null for everything else.
    old_email text,
    created_at timestamptz not null,
    -- When the person said that it was not them.
    denied_at timestamptz,
    primary key (tenant_id, notice_id),
    constraint security_notices_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('security_notices');
create index security_notices_account_idx on security_notices (tenant_id, account_id, created_at);
create index security_notices_created_at_idx on security_notices (created_at);
grant select, insert, update, delete on security_notices to parlay_front, parlay_worker;

-- From where and with what people have signed in, roughly.
create table known_devices (
    tenant_id bigint not null,
    account_id bigint not null,
    -- `Firefox · Linux`; empty if it is unknown.
    device text not null,
    network text not null,
    last_at timestamptz not null,
    primary key (tenant_id, account_id, device, network),
    constraint known_devices_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('known_devices');
create index known_devices_last_at_idx on known_devices (last_at);
grant select, insert, update, delete on known_devices to parlay_front, parlay_worker;
