-- Brings the mean up to date, with the ratings that depend on it, and how many games genres and platforms have. Ends what
-- writes many games. A mean that moved by less than a hundredth moves no rating by more than that, and is left as it is.
create or replace function refresh_catalog() returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    mean double precision;
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.games', 0));
    select coalesce(avg(g.rating), 0) into mean from games g where g.is_hidden is not true;
    update catalog_mean m set rating = mean where abs(m.rating - mean) > 0.01;
    if found then
        update game_ratings r
           set weighted = weighted_rating(g.rating, g.rating_count, mean)
          from games g
         where g.id = r.game_id and g.rating is not null;
    end if;
    update genres n
       set game_count = coalesce(c.game_count, 0)
      from genres o
      left join (
           select l.genre_id, count(*) as game_count
             from game_genres l
             join games g on g.id = l.game_id
            where g.is_hidden is not true
            group by l.genre_id
           ) c on c.genre_id = o.id
     where n.id = o.id and n.game_count <> coalesce(c.game_count, 0);
    update platforms n
       set game_count = coalesce(c.game_count, 0)
      from platforms o
      left join (
           select l.platform_id, count(*) as game_count
             from game_platforms l
             join games g on g.id = l.game_id
            where g.is_hidden is not true
            group by l.platform_id
           ) c on c.platform_id = o.id
     where n.id = o.id and n.game_count <> coalesce(c.game_count, 0);
end
$$;
revoke all on function refresh_catalog from public;
grant execute on function refresh_catalog to parlay_worker;
