-- compatible: yes
-- Bets, and the proof that each is paid.

create table bets (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    stake_cents bigint not null constraint bets_stake_check check (stake_cents > 0),
    -- If every leg wins.
    potential_payout_cents bigint not null,
    -- Null while it is open.
    payout_cents bigint constraint bets_payout_check check (payout_cents >= 0),
    status text not null default 'open'
        constraint bets_status_check check (status in ('open', 'won', 'lost', 'pushed', 'void')),
    -- Of its last transaction in the ledger.
    step integer not null default 0,
    placed_at timestamptz not null default now(),
    settled_at timestamptz,
    -- The run that settled it last: the event and its `result_version`.
    run_event_id bigint,
    run_version integer,
    primary key (tenant_id, id),
    constraint bets_potential_payout_check check (potential_payout_cents >= stake_cents),
    constraint bets_settled_check
        check (
            (status = 'open') = (payout_cents is null) and (status = 'open') = (settled_at is null)
            and case status
                    when 'won' then payout_cents > stake_cents
                    when 'lost' then payout_cents < stake_cents
                    when 'open' then true
                    else payout_cents = stake_cents
                end
        ),
    constraint bets_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 75);
call protect('bets');
create index bets_account_idx on bets (tenant_id, account_id, id desc);

create table bet_legs (
    tenant_id bigint not null,
    bet_id bigint not null,
    number smallint not null constraint bet_legs_number_check check (number between 1 and 12),
    account_id bigint not null,
    event_id bigint not null,
    outcome_id bigint not null,
    -- American: that in force when the bet was placed.
    price integer not null constraint bet_legs_price_check check (abs(price) between 100 and 1000000),
    primary key (tenant_id, bet_id, number),
    constraint bet_legs_event_key unique (tenant_id, bet_id, event_id),
    constraint bet_legs_bet_fkey foreign key (tenant_id, bet_id) references bets on delete cascade,
    -- What has bets stays, unless the whole tenant goes.
    constraint bet_legs_event_fkey foreign key (tenant_id, event_id) references events,
    constraint bet_legs_outcome_fkey foreign key (tenant_id, outcome_id) references outcomes
);
call protect('bet_legs');
-- For the settlement, which goes from account to account.
create index bet_legs_event_idx on bet_legs (tenant_id, event_id, account_id, bet_id);
-- For positions.
create index bet_legs_outcome_idx on bet_legs (tenant_id, outcome_id, account_id);

alter table ledger add constraint ledger_bet_fkey foreign key (tenant_id, bet_id) references bets on delete cascade;

-- At commit, a bet and the ledger agree: the pool holds its stake exactly as long as it is open, and its owner has paid the
-- stake and got the payout, as money or as a smaller debt.
create function check_bet_ledger() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    bet bets;
    pool bigint;
    paid bigint;
begin
    select * into bet from bets where tenant_id = new.tenant_id and id = new.id;
    if not found then
        return null;
    end if;
    select coalesce(sum(pool_cents), 0), coalesce(sum(wallet_cents + debt_cents), 0) into pool, paid
      from ledger
     where tenant_id = new.tenant_id and bet_id = new.id and step is not null;
    if pool <> (case bet.status when 'open' then bet.stake_cents else 0 end)
        or paid <> coalesce(bet.payout_cents, 0) - bet.stake_cents
    then
        raise exception 'bet % and the ledger do not agree', new.id
            using errcode = 'check_violation', constraint = 'bets_ledger_check', table = 'bets';
    end if;
    return null;
end
$$;
create constraint trigger check_bet_ledger after insert or update on bets
    deferrable initially deferred for each row execute function check_bet_ledger();

-- The same for a transaction of a bet that did not change with it.
create function check_ledger_bet() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if not exists (
        select from bets
         where tenant_id = new.tenant_id and id = new.bet_id and account_id = new.account_id and step >= new.step
    ) then
        raise exception 'bet % and the ledger do not agree', new.bet_id
            using errcode = 'check_violation', constraint = 'bets_ledger_check', table = 'ledger';
    end if;
    return null;
end
$$;
create constraint trigger check_ledger_bet after insert on ledger
    deferrable initially deferred for each row when (new.step is not null) execute function check_ledger_bet();

-- The terms of a bet never change.
create function guard_bet_terms() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'the terms of a bet stay'
        using errcode = 'check_violation', constraint = 'bets_terms_check', table = 'bets';
end
$$;
create trigger guard_bet_terms before update of account_id, stake_cents, potential_payout_cents, placed_at on bets
    for each row execute function guard_bet_terms();

-- See 0027_sportsbook.sql.
alter table bets alter column tenant_id set statistics 0;
alter table bet_legs alter column tenant_id set statistics 0;

grant select, insert, update on bets to parlay_front, parlay_worker;
grant select, insert on bet_legs to parlay_front, parlay_worker;
