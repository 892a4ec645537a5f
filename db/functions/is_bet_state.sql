-- Whether a bet has one of its statuses, and the payout of it: none while it is open.
--
-- A function, because PostgreSQL parses a check in each statement that writes its table; not SQL, which would be inlined there.
create or replace function is_bet_state(
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
