-- Moves the wallet with each transaction, and numbers it. A reversal takes back what is there; the rest becomes a debt.
-- As the owner, because nobody else may write a wallet; the policy of `ledger` checks the tenant.
create or replace function post_to_wallet() returns trigger
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
revoke all on function post_to_wallet from public;

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger post_to_wallet before insert on ledger
    for each row
    when (not in_transfer())
    execute function post_to_wallet();
