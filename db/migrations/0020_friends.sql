-- compatible: no
-- Friendships and requests for one.

-- One row for each pair, in a fixed order.
create table friendships (
    tenant_id bigint not null,
    account_a bigint not null,
    account_b bigint not null,
    -- Which of the two asked.
    asked_by bigint not null,
    created_at timestamptz not null default now(),
    -- Null while the other has not answered.
    accepted_at timestamptz,
    primary key (tenant_id, account_a, account_b),
    constraint friendships_order_check check (account_a < account_b),
    constraint friendships_asked_by_check check (asked_by in (account_a, account_b)),
    constraint friendships_account_a_fkey foreign key (tenant_id, account_a) references accounts on delete cascade,
    constraint friendships_account_b_fkey foreign key (tenant_id, account_b) references accounts on delete cascade
) with (fillfactor = 90);
call protect('friendships');
create index friendships_other_idx on friendships (tenant_id, account_b, account_a);

-- A request takes turns with blocking, like a match, and with the deletion of either account, for whose row the foreign
-- keys have waited at this point.
create function refuse_blocked_friendship() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform lock_pair(new.tenant_id, new.account_a, new.account_b);
    if is_blocked_pair(new.tenant_id, new.account_a, new.account_b) or exists (
        select from accounts
         where tenant_id = new.tenant_id and id in (new.account_a, new.account_b) and status = 'deleted'
    ) then
        raise exception 'one of the two has blocked the other, or is gone'
            using errcode = 'check_violation', constraint = 'friendships_blocked_check', table = 'friendships';
    end if;
    return null;
end
$$;
-- Not for rows that are loaded in bulk, without an account: there are not enough locks.
create trigger refuse_blocked_friendship after insert on friendships
    for each row when (current_account_id() is not null) execute function refuse_blocked_friendship();

grant select, insert, update, delete on friendships to parlay_front, parlay_worker;
