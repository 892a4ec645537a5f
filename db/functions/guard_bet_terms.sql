-- The terms of a bet never change.
create or replace function guard_bet_terms() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'the terms of a bet stay'
        using errcode = 'check_violation', constraint = 'bets_terms_check', table = 'bets';
end
$$;

create or replace trigger guard_bet_terms before update of account_id, stake_cents, potential_payout_cents, placed_at on bets
    for each row execute function guard_bet_terms();
