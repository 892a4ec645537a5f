-- A page of games in an order. If a filter leaves few games, they are all read and sorted.
create or replace function games_listed(ordering text, terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    few bigint[];
begin
    if terms.genre_id is not null then
        few := array(select l.game_id from game_genres l where l.genre_id = terms.genre_id limit games_are_few() + 1);
    end if;
    if terms.platform_id is not null and (few is null or cardinality(few) > games_are_few()) then
        few := array(
            select l.game_id from game_platforms l where l.platform_id = terms.platform_id limit games_are_few() + 1
        );
    end if;
    if terms.released_from is not null and (few is null or cardinality(few) > games_are_few()) then
        few := array(
            select g.id from games g
             where coalesce(date '1970-01-01' - g.release_date, 1000000)
                   <= date '1970-01-01' - terms.released_from
             limit games_are_few() + 1
        );
    end if;
    if terms.min_votes is not null and (few is null or cardinality(few) > games_are_few()) then
        few := array(
            select g.id from games g where -g.rating_count <= -terms.min_votes limit games_are_few() + 1
        );
    end if;
    if terms.min_rating is not null and (few is null or cardinality(few) > games_are_few()) then
        few := array(
            select g.id from games g
             where -coalesce(g.rating, -1) <= -terms.min_rating
             limit games_are_few() + 1
        );
    end if;
    if cardinality(few) <= games_are_few() then
        if terms.key is not null then
            terms := games_alike(terms);
        end if;
        return query select * from games_among(few, ordering, terms, page);
    elsif ordering = 'votes' then
        return query select * from games_by_closeness(terms, page);
    else
        return query select * from games_by_order(ordering, terms, page);
    end if;
end
$$;
