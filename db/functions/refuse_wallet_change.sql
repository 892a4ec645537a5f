-- A wallet is opened empty and changes only by the ledger, and the ledger only grows. For roles that have the right to do
-- otherwise, such as the owner.
create or replace function refuse_wallet_change() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'a wallet changes only by the ledger, and the ledger only grows'
        using errcode = 'check_violation', constraint = 'wallets_ledger_check', table = tg_table_name;
end
$$;

create or replace trigger refuse_wallet_change before update on wallets
    for each row when (pg_trigger_depth() = 0) execute function refuse_wallet_change();

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger refuse_full_wallet before insert on wallets
    for each row
    when ((new.balance_cents, new.open_stakes_cents, new.debt_cents, new.transactions) <> (0, 0, 0, 0)
          and not in_transfer())
    execute function refuse_wallet_change();

create or replace trigger refuse_ledger_change before update on ledger
    for each row execute function refuse_wallet_change();
