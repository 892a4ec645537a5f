-- A row of the ledger for another tenant's account is refused as one for an account without a wallet. `post_to_wallet` has the
-- rights of the owner and runs before the policy is asked. This one runs before it, with the rights of the caller, who sees no
-- wallet of another tenant.
create or replace function check_ledger_wallet() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if not exists (select from wallets w where w.tenant_id = new.tenant_id and w.account_id = new.account_id) then
        raise exception 'there is no such wallet'
            using errcode = 'foreign_key_violation', constraint = 'ledger_wallet_fkey', table = 'ledger';
    end if;
    return new;
end
$$;
revoke all on function check_ledger_wallet from public;

-- Before `post_to_wallet`: triggers run in the order of their names. Calls name their tenant, and for its rows nothing is checked.
-- The setting itself, because current_tenant_id() would be parsed and inlined in each statement.
create or replace trigger check_ledger_wallet before insert on ledger
    for each row
    when (new.tenant_id::text is distinct from current_setting('parlay.tenant_id', true)
          and not in_transfer())
    execute function check_ledger_wallet();
