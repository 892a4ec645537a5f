-- A page of games, in their order by `place`. `q` null lists all games; `sort` is rating, release_date, name or null. The
-- games `first` come before all others, in the order of the array, if they fit. `tier` and `number` are the sort key, with the
-- id: -1 and the place in the array for those of `first`; a null number comes last.
create or replace function find_games(q text, sort text, filter game_filter, page game_page, first bigint[])
    returns table (place bigint, game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    as $$
declare
    ordering text := coalesce(sort, case when q is null then 'top' else 'votes' end);
    terms game_terms;
    rest game_page := page;
    shown integer := 0;
begin
    select * into terms from game_terms_of(q, filter);
    if not found then
        return;
    end if;
    if first <> '{}' and q is not null then
        terms := games_alike(terms);
    end if;
    if first <> '{}' and (page.game_id is null or page.tier = -1) then
        return query
        select row_number() over (order by f.number), f.id, -1, f.number
          from (
               select h.game_id as id, array_position(first, h.game_id)::double precision as number
                 from games_among(first, ordering, terms, row(null, null, null, 1000)) h
               ) f
         where f.number > coalesce(page.number, 0)
         order by f.number
         limit page.size;
        get diagnostics shown = row_count;
        rest := row(null, null, null, page.size - shown);
    end if;
    if rest.size > 0 then
        rest.size := rest.size + cardinality(first);
        return query
        select shown + h.place, h.game_id, h.tier, h.number
          from games_listed(ordering, terms, rest) with ordinality as h (game_id, tier, number, place)
         where h.game_id <> all (first)
         order by h.place
         limit page.size - shown;
    end if;
end
$$;
revoke all on function find_games from public;
grant execute on function find_games to parlay_front, parlay_worker;
