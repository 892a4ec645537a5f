-- At commit, a bet and the ledger agree: the pool holds its stake exactly as long as it is open, and its owner has paid the
-- stake and got the payout, as money or as a smaller debt.
create or replace function check_bet_ledger() returns trigger
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

drop trigger if exists check_bet_ledger on bets;
create constraint trigger check_bet_ledger after insert or update on bets
    deferrable initially deferred for each row execute function check_bet_ledger();
