-- compatible: yes
-- From where people have signed in lately: they come first where passwords wait to be hashed
-- (docs/decisions/0165-known-people-come-first.md).

create table sign_ins (
    tenant_id bigint not null,
    account_id bigint not null,
    -- The client's address without its last bits: of IPv4 the first 24 are kept, of IPv6 the first 48.
    network text not null constraint sign_ins_network_check check (length(network) between 1 and 45),
    -- The last sign-in, or use of a token, at most a day late.
    last_at timestamptz not null,
    primary key (tenant_id, account_id, network),
    constraint sign_ins_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('sign_ins');
create index sign_ins_last_at_idx on sign_ins (last_at);

grant select, insert, update, delete on sign_ins to parlay_front, parlay_worker;
