-- A page in an order of the catalog. Reads the games of that order one by one; with a name, no more than it takes if it is
-- frequent, and then asks the indexes of names. The keys are those of games_among.
create or replace function games_by_order(ordering text, terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    as $$
declare
    part game_page := page;
    missing game_page := page;
    ids bigint[];
    hits bigint[];
    found_count integer;
begin
    if terms.key is not null then
        ids := games_in_order(ordering, row(page.tier, page.number, page.game_id, games_read(false)));
        hits := array(select h.game_id from games_among(ids, false, ordering, terms, page) h);
        if cardinality(hits) < page.size and cardinality(ids) = games_read(false) then
            hits := games_by_name(terms, null, 4096) || games_by_name(terms, null, 256) || games_by_name(terms, null, 0);
        end if;
        return query select * from games_among(hits, true, ordering, terms, page);
        return;
    end if;
    loop
        ids := games_in_order(ordering, part);
        return query select * from games_among(ids, false, ordering, terms, missing);
        get diagnostics found_count = row_count;
        missing.size := missing.size - found_count;
        exit when missing.size = 0 or cardinality(ids) < part.size;
        select case when ordering in ('top', 'rating') then g.rating_count else 0 end,
               game_number(ordering, g.rating, g.rating_count, g.release_date), g.id, least(part.size * 8, 50000)
          into part
          from games g
         where g.id = ids[cardinality(ids)];
    end loop;
end
$$;
