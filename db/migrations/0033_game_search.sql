-- compatible: yes
-- Searching the catalog by name.

-- What a list of games is restricted to; null does not restrict.
create type game_filter as (
    genre text,
    platform text,
    released_from date
);

-- A page of a list of games: the sort key of the last game of the page before, all null for the first page, and how many.
create type game_page as (
    tier integer,
    number double precision,
    game_id bigint,
    size integer
);

-- A page of games, in their order by `place`. `q` null lists all games, `sort` is rating, release_date, name or null.
-- `tier` and `number` are the sort key, with the id; a null number comes last.
create function find_games(q text, sort text, filter game_filter, page game_page)
    returns table (place bigint, game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    as $$
begin
    return query
    with hits as (
        select g.id, g.key, g.rating, g.rating_count, g.release_date,
               case when q is null then null
                    when g.key = game_key(q) then 0
                    when starts_with(g.key, game_key(q)) then 1
                    when string_to_array(g.key, ' ') @> string_to_array(game_key(q), ' ') then 2
                    when word_similarity(game_key(q), g.key) >= 0.4 then 3
               end as closeness
          from games g
         where (q is null or game_key(q) <> '')
           and (filter.released_from is null or g.release_date >= filter.released_from)
           and (filter.genre is null
                or exists (select from game_genres l join genres n on n.id = l.genre_id
                            where l.game_id = g.id and lower(n.name) = lower(filter.genre)))
           and (filter.platform is null
                or exists (select from game_platforms l join platforms n on n.id = l.platform_id
                            where l.game_id = g.id and lower(n.name) = lower(filter.platform)))
    ), keyed as (
        select h.id, h.key,
               case when sort is not null then 0
                    when q is null then (h.rating_count < 20)::integer
                    else h.closeness
               end as tier,
               case when sort = 'name' then null
                    when sort = 'release_date' then h.release_date - date '1970-01-01'
                    when sort = 'rating' or q is null then h.rating
                    else h.rating_count
               end::double precision as number
          from hits h
         where q is null or h.closeness is not null
    ), listed as (
        select k.id, k.tier, k.number,
               row_number() over (
                   order by k.tier, k.number desc nulls last, case when sort = 'name' then k.key end, k.id
               ) as place
          from keyed k
    )
    select l.place, l.id, l.tier, l.number
      from listed l
     where page.game_id is null
        or case when sort = 'name' then l.place > (select m.place from listed m where m.id = page.game_id)
                else (l.tier, -coalesce(l.number, '-infinity'), l.id)
                   > (page.tier, -coalesce(page.number, '-infinity'), page.game_id)
           end
     order by l.place
     limit page.size;
end
$$;

revoke all on function find_games(text, text, game_filter, game_page) from public;
grant execute on function find_games(text, text, game_filter, game_page) to parlay_front, parlay_worker;
