-- compatible: yes
-- Paper money: wallets, and the ledger of everything that moves it.

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

-- Moves the wallet with each transaction, and numbers it. A reversal takes back what is there; the rest becomes a debt.
-- As the owner, because nobody else may write a wallet; the policy of `ledger` checks the tenant.
create function post_to_wallet() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    available bigint;
begin
    if new.kind = 'reversal' then
        select balance_cents into available
          from wallets
         where tenant_id = new.tenant_id and account_id = new.account_id
           for update;
        new.debt_cents = least(0, new.wallet_cents + available);
        new.wallet_cents = new.wallet_cents - new.debt_cents;
    end if;
    update wallets
       set balance_cents = balance_cents + new.wallet_cents, open_stakes_cents = open_stakes_cents + new.pool_cents,
           debt_cents = debt_cents - new.debt_cents, transactions = transactions + 1
     where tenant_id = new.tenant_id and account_id = new.account_id
    returning balance_cents, transactions into new.balance_after_cents, new.number;
    if not found then
        raise exception 'there is no such wallet'
            using errcode = 'foreign_key_violation', constraint = 'ledger_wallet_fkey', table = 'ledger';
    end if;
    return new;
end
$$;
create trigger post_to_wallet before insert on ledger for each row execute function post_to_wallet();

-- Pays debts from whatever comes in.
create function repay_debt() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into ledger (tenant_id, account_id, kind, bet_id, wallet_cents, debt_cents, balance_after_cents, number, created_at)
    select w.tenant_id, w.account_id, 'debt', new.bet_id, -least(w.debt_cents, w.balance_cents),
           least(w.debt_cents, w.balance_cents), 0, 0, new.created_at
      from wallets w
     where w.tenant_id = new.tenant_id and w.account_id = new.account_id and w.debt_cents > 0 and w.balance_cents > 0;
    return null;
end
$$;
create trigger repay_debt after insert on ledger
    for each row when (new.wallet_cents > 0) execute function repay_debt();

-- A wallet is opened empty and changes only by the ledger, and the ledger only grows. For roles that have the right to do
-- otherwise, such as the owner.
create function refuse_wallet_change() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'a wallet changes only by the ledger, and the ledger only grows'
        using errcode = 'check_violation', constraint = 'wallets_ledger_check', table = tg_table_name;
end
$$;
create trigger refuse_wallet_change before update on wallets
    for each row when (pg_trigger_depth() = 0) execute function refuse_wallet_change();
create trigger refuse_full_wallet before insert on wallets
    for each row
    when ((new.balance_cents, new.open_stakes_cents, new.debt_cents, new.transactions) <> (0, 0, 0, 0))
    execute function refuse_wallet_change();
create trigger refuse_ledger_change before update on ledger
    for each row execute function refuse_wallet_change();

-- See 0027_sportsbook.sql.
alter table wallets alter column tenant_id set statistics 0;
alter table ledger alter column tenant_id set statistics 0;

revoke all on function post_to_wallet(), repay_debt() from public;

grant select on wallets to parlay_front, parlay_worker;
grant insert (tenant_id, account_id, opened_at) on wallets to parlay_front, parlay_worker;
-- To lock them; the trigger above refuses every change.
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
