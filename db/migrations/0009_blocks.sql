-- compatible: no
-- Who has blocked whom.

create table blocks (
    tenant_id bigint not null,
    account_id bigint not null,
    blocked_id bigint not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, account_id, blocked_id),
    constraint blocks_oneself_check check (account_id <> blocked_id),
    constraint blocks_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint blocks_blocked_fkey foreign key (tenant_id, blocked_id) references accounts on delete cascade
);
call protect('blocks');
create index blocks_blocked_idx on blocks (tenant_id, blocked_id, account_id);

-- Blocking two people and connecting them (a match, a friendship) take turns: the second sees what the first has done.
create function lock_pair(tenant bigint, one bigint, other bigint) returns void
    language sql
    set search_path = parlay, pg_temp
    as $$
    select pg_advisory_xact_lock(
        hashtextextended('parlay.pair:' || least(one, other) || ':' || greatest(one, other), tenant)
    );
$$;

-- Whether one of two people has blocked the other.
create function is_blocked_pair(tenant bigint, one bigint, other bigint) returns boolean
    language sql stable
begin atomic
    select exists (
        select from blocks b
         where b.tenant_id = tenant and (b.account_id, b.blocked_id) in ((one, other), (other, one))
    );
end;

grant select, insert, update, delete on blocks to parlay_front, parlay_worker;
