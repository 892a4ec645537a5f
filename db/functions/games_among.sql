-- The page of those games among `ids` that fit, read one by one. `tier` and `number` are the key of a page: by rating the
-- votes and the rating, by closeness the tier and the votes. Similar names are hits if `terms` has them.
create or replace function games_among(ids bigint[], ordering text, terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    -- Read faster than fields.
    sought text := terms.key;
    keys text[] := terms.keys;
    words text[] := terms.words;
    alike jsonb := terms.alike;
    genre bigint := terms.genre_id;
    platform bigint := terms.platform_id;
    released_from date := terms.released_from;
    min_rating double precision := terms.min_rating;
    min_votes integer := terms.min_votes;
    is_by_rating boolean := ordering in ('top', 'rating');
    mean double precision := (select m.rating from catalog_mean m);
    after_level integer := case when not is_by_rating then page.tier else (ordering = 'top' and page.tier < 20)::integer end;
    after_amount double precision
        := case when is_by_rating then weighted_rating(page.number, page.tier, mean) else page.number end;
begin
    return query
    select h.id, case when is_by_rating then h.rating_count else h.level end, h.number
      from (
           select g.id, g.key, g.rating_count,
                  game_number(ordering, g.rating, g.rating_count, g.release_date) as number,
                  case when is_by_rating then weighted_rating(g.rating, g.rating_count, mean)
                       else game_number(ordering, g.rating, g.rating_count, g.release_date)
                  end as amount,
                  case ordering when 'top' then (g.rating_count < 20)::integer
                                when 'votes' then coalesce(name_tier(g.key, sought, keys, words), (alike ->> g.id::text)::integer)
                                else 0
                  end as level
             from games g
            where g.id = any (ids) and g.is_hidden is not true
              and (sought is null or ordering = 'votes' or alike ? g.id::text
                   or name_tier(g.key, sought, keys, words) is not null)
              and (released_from is null or g.release_date >= released_from)
              and (min_rating is null or g.rating >= min_rating)
              and (min_votes is null or g.rating_count >= min_votes)
              and (genre is null
                   or exists (select from game_genres l where l.game_id = g.id and l.genre_id = genre))
              and (platform is null
                   or exists (select from game_platforms l
                               where l.game_id = g.id and l.platform_id = platform))
           offset 0
           ) h
     where h.level is not null
       and (page.game_id is null
            or case when ordering = 'name'
                    then (h.key, h.id) > ((select n.key from games n where n.id = page.game_id), page.game_id)
                    else (h.level, -coalesce(h.amount, '-infinity'), h.id)
                       > (after_level, -coalesce(after_amount, '-infinity'), page.game_id)
               end)
     order by h.level, h.amount desc nulls last, case when ordering = 'name' then h.key end, h.id
     limit page.size;
end
$$;
