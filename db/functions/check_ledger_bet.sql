-- Checks the same as check_bet_ledger, for a transaction of a bet that did not change with it.
create or replace function check_ledger_bet() returns trigger
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

drop trigger if exists check_ledger_bet on ledger;
create constraint trigger check_ledger_bet after insert on ledger
    deferrable initially deferred for each row when (new.step is not null) execute function check_ledger_bet();
