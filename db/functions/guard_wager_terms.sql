-- The terms do not change after the wager is taken.
create or replace function guard_wager_terms() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'the terms of a wager stay once it is taken'
        using errcode = 'check_violation', constraint = 'wagers_terms_check', table = 'wagers';
end
$$;

create or replace trigger guard_wager_terms
    before update of name, description, amount_cents, category, second_category, third_category, audience, addressee_id,
        lat, lon, closes_at, challenger_id, challengee_id, winner
    on wagers
    for each row
    when (
        (old.name, old.description, old.amount_cents, old.category, old.second_category, old.third_category,
         old.audience, old.addressee_id, old.lat, old.lon, old.closes_at, old.challenger_id)
            is distinct from
        (new.name, new.description, new.amount_cents, new.category, new.second_category, new.third_category,
         new.audience, new.addressee_id, new.lat, new.lon, new.closes_at, new.challenger_id)
        and (old.status <> 'open' or old.challenger_id <> new.challenger_id)
        or old.challengee_id <> new.challengee_id
        or old.challengee_id is not null and new.challengee_id is null
        or old.winner <> new.winner
    )
    execute function guard_wager_terms();
