-- Pays debts from whatever comes in.
create or replace function repay_debt() returns trigger
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
revoke all on function repay_debt from public;

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger repay_debt after insert on ledger
    for each row
    when (new.wallet_cents > 0
          and not in_transfer())
    execute function repay_debt();
