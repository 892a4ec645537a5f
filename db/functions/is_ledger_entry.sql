-- Whether the amounts of a transaction are those of its kind; null counts as yes, as in every check. ledger_sum_check holds as well,
-- and so what is left of the sum is the debt.
--
-- A function, because PostgreSQL parses a check in each statement that writes its table; not SQL, which would be inlined there.
create or replace function is_ledger_entry(
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
