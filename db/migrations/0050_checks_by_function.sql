-- compatible: yes
-- The two longest checks, by functions: PostgreSQL parses a check in each statement that writes its table, and these were half of
-- all that was parsed for a bet. They hold the same (docs/decisions/0187-what-a-bet-costs.md).

create function is_ledger_entry(
    kind text,
    wallet_cents bigint,
    pool_cents bigint,
    house_cents bigint,
    bet_id bigint,
    step integer
) returns boolean
    language plpgsql immutable parallel safe
    as $$
begin
    return case kind
        when 'opening' then wallet_cents > 0 and wallet_cents = -house_cents and bet_id is null
        when 'grant' then wallet_cents > 0 and wallet_cents = -house_cents and bet_id is null
        when 'stake' then wallet_cents < 0 and wallet_cents = -pool_cents and step = 0
        when 'payout' then wallet_cents > 0 and pool_cents < 0 and wallet_cents + pool_cents + house_cents = 0 and step > 0
        when 'refund' then wallet_cents > 0 and wallet_cents = -pool_cents and step > 0
        when 'loss' then wallet_cents = 0 and pool_cents < 0 and pool_cents = -house_cents and step > 0
        when 'reversal' then wallet_cents <= 0 and wallet_cents + pool_cents + house_cents >= 0 and pool_cents > 0 and step > 0
        when 'debt' then wallet_cents < 0 and pool_cents + house_cents = 0
        else false
    end;
end
$$;

create function is_bet_state(
    status text,
    stake_cents bigint,
    payout_cents bigint,
    settled_at timestamptz
) returns boolean
    language plpgsql immutable parallel safe
    as $$
begin
    return (status = 'open') = (payout_cents is null) and (status = 'open') = (settled_at is null)
        and case status
                when 'won' then payout_cents > stake_cents
                when 'lost' then payout_cents < stake_cents
                when 'pushed' then payout_cents = stake_cents
                when 'void' then payout_cents = stake_cents
                else status = 'open'
            end;
end
$$;

alter table ledger
    drop constraint ledger_kind_check,
    add constraint ledger_kind_check
        check (is_ledger_entry(kind, wallet_cents, pool_cents, house_cents, bet_id, step));
alter table bets
    drop constraint bets_settled_check,
    drop constraint bets_status_check,
    add constraint bets_settled_check check (is_bet_state(status, stake_cents, payout_cents, settled_at));
