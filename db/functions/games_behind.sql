-- The page of `size` games behind a game in an order of the catalog.
create or replace function games_behind(id bigint, ordering text, size integer) returns game_page
    language sql stable
    set search_path = parlay, pg_temp
    as $$
    select case when ordering in ('top', 'rating') then g.rating_count else 0 end,
           game_number(ordering, g.rating, g.rating_count, g.release_date), g.id, size
      from games g
     where g.id = games_behind.id
$$;
