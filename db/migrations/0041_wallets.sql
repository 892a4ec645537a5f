-- compatible: yes
-- Paper money: wallets, the ledger of everything that moves it, and bets.

create table wallets (
    tenant_id bigint not null,
    account_id bigint not null,
    balance_cents bigint not null default 0 constraint wallets_balance_check check (balance_cents >= 0),
    -- Stakes of open bets.
    open_stakes_cents bigint not null default 0 constraint wallets_open_stakes_check check (open_stakes_cents >= 0),
    -- What a reversed payout left to pay back.
    debt_cents bigint not null default 0 constraint wallets_debt_check check (debt_cents >= 0),
    -- How many transactions its part of the ledger has; the last has this number.
    transactions bigint not null default 0,
    opened_at timestamptz not null default now(),
    primary key (tenant_id, account_id),
    constraint wallets_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 70);
call protect('wallets');

-- A row is one transaction: what it puts into each of four accounts or takes out. Of these only the wallet's balance is
-- stored. The pool holds the stakes of open bets; the house is the other side of every gain and loss; the debt account holds
-- what people owe, as a negative sum. Rows are never changed.
create table ledger (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Whose wallet, debt and stakes move.
    account_id bigint not null,
    -- 1, 2, 3 … for each wallet.
    number bigint not null,
    kind text not null,
    bet_id bigint,
    -- Of the bet: 0 is the stake, then each settlement and each reversal. A step is paid once.
    step integer,
    wallet_cents bigint not null default 0,
    debt_cents bigint not null default 0,
    pool_cents bigint not null default 0,
    house_cents bigint not null default 0,
    balance_after_cents bigint not null constraint ledger_balance_check check (balance_after_cents >= 0),
    -- Why an admin granted money.
    reason text constraint ledger_reason_check check (length(reason) between 1 and 200),
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint ledger_number_key unique (tenant_id, account_id, number),
    constraint ledger_step_key unique (tenant_id, bet_id, step),
    -- Double entry.
    constraint ledger_sum_check check (wallet_cents + debt_cents + pool_cents + house_cents = 0),
    constraint ledger_kind_check
        check (
            case kind
                when 'opening' then wallet_cents > 0 and wallet_cents = -house_cents and bet_id is null
                when 'grant' then wallet_cents > 0 and wallet_cents = -house_cents and bet_id is null
                when 'stake' then wallet_cents < 0 and wallet_cents = -pool_cents and step = 0
                when 'payout' then wallet_cents > 0 and pool_cents < 0 and debt_cents = 0 and step > 0
                when 'refund' then wallet_cents > 0 and wallet_cents = -pool_cents and step > 0
                when 'loss' then wallet_cents = 0 and pool_cents < 0 and pool_cents = -house_cents and step > 0
                when 'reversal' then wallet_cents <= 0 and debt_cents <= 0 and pool_cents > 0 and step > 0
                when 'debt' then wallet_cents < 0 and wallet_cents = -debt_cents
                else false
            end
        ),
    constraint ledger_bet_check check (step is null or bet_id is not null),
    constraint ledger_wallet_fkey foreign key (tenant_id, account_id) references wallets on delete cascade
);
call protect('ledger');
-- See 0040_sportsbook.sql.
alter table wallets alter column tenant_id set statistics 0;
alter table ledger alter column tenant_id set statistics 0;

grant select on wallets to parlay_front, parlay_worker;
grant insert (tenant_id, account_id, opened_at) on wallets to parlay_front, parlay_worker;
-- To lock them; the trigger refuse_wallet_change refuses every change.
grant update (opened_at) on wallets to parlay_front, parlay_worker;
grant select, insert on ledger to parlay_front, parlay_worker;

-- What the nightly check of a tenant's ledger found, for the metrics of the workers.
create table ledger_checks (
    tenant_id bigint primary key references tenants on delete cascade,
    checked_at timestamptz not null,
    -- Zero if everything agrees.
    differences bigint not null constraint ledger_checks_differences_check check (differences >= 0)
);
call protect('ledger_checks');

grant select, insert, update, delete on ledger_checks to parlay_worker;

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
alter table bets alter column tenant_id set statistics 0;
alter table bet_legs alter column tenant_id set statistics 0;

grant select, insert, update on bets to parlay_front, parlay_worker;
grant select, insert on bet_legs to parlay_front, parlay_worker;
