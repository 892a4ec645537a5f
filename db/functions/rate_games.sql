-- Rates the games that a statement wrote, with the mean as it is.
create or replace function rate_games() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    insert into game_ratings as r (game_id, has_few_votes, weighted)
    select c.id, c.rating_count < 20, weighted_rating(c.rating, c.rating_count, m.rating)
      from changed c
     cross join catalog_mean m
        on conflict (game_id) do update set has_few_votes = excluded.has_few_votes, weighted = excluded.weighted
     where (r.has_few_votes, r.weighted) is distinct from (excluded.has_few_votes, excluded.weighted);
    return null;
end
$$;

create or replace trigger rate_new_games after insert on games
    referencing new table as changed
    for each statement execute function rate_games();

create or replace trigger rate_changed_games after update on games
    referencing new table as changed
    for each statement execute function rate_games();
