-- The next games of the catalog in an order, from behind the key of a page. The expressions are those of the indexes. By
-- rating, a key is the rating and the votes of its game, so that pages follow each other also when the mean moves.
create or replace function games_in_order(ordering text, page game_page) returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    set enable_sort = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    is_first boolean := page.game_id is null;
    after_id bigint := coalesce(page.game_id, 0);
    after_weight double precision := '-infinity';
    after_count integer := case when is_first then -2147483648 else -page.number end;
    after_day integer := case when is_first then -2147483648 else coalesce(-page.number, 1000000) end;
begin
    if not is_first and ordering in ('top', 'rating') then
        after_weight := -coalesce(weighted_rating(page.number, page.tier, (select m.rating from catalog_mean m)), -1);
    end if;
    case ordering
    when 'top' then
        return array(
            select r.game_id from game_ratings r
             where (r.has_few_votes, -coalesce(r.weighted, -1), r.game_id)
                 > (not is_first and page.tier < 20, after_weight, after_id)
             order by r.has_few_votes, (-coalesce(r.weighted, -1)), r.game_id
             limit page.size
        );
    when 'votes' then
        return array(
            select g.id from games g
             where (-g.rating_count, g.id) > (after_count, after_id)
             order by (-g.rating_count), g.id
             limit page.size
        );
    when 'rating' then
        return array(
            select r.game_id from game_ratings r
             where (-coalesce(r.weighted, -1), r.game_id) > (after_weight, after_id)
             order by (-coalesce(r.weighted, -1)), r.game_id
             limit page.size
        );
    when 'release_date' then
        return array(
            select g.id from games g
             where (coalesce(date '1970-01-01' - g.release_date, 1000000), g.id) > (after_day, after_id)
             order by (coalesce(date '1970-01-01' - g.release_date, 1000000)), g.id
             limit page.size
        );
    when 'name' then
        return array(
            select g.id from games g
             where (g.key, g.id) > (coalesce((select n.key from games n where n.id = after_id), ''), after_id)
             order by g.key, g.id
             limit page.size
        );
    end case;
end
$$;
