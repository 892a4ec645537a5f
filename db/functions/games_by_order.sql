-- A page in an order of the catalog. Reads the games of that order one by one, with a name only if the indexes of names have
-- many, and no more than it takes if they are frequent. The keys are those of games_among.
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
    if terms.key is null then
        loop
            ids := games_in_order(ordering, part);
            return query select * from games_among(ids, ordering, terms, missing);
            get diagnostics found_count = row_count;
            missing.size := missing.size - found_count;
            exit when missing.size = 0 or cardinality(ids) < part.size;
            part := games_behind(ids[part.size], ordering, least(part.size * 8, 50000));
        end loop;
        return;
    end if;
    terms := games_alike(terms);
    hits := games_by_words(terms.keys, terms.key, terms.query, games_are_few() + 1);
    if cardinality(hits) > games_are_few() then
        hits := '{}';
        part.size := games_read(false);
        for step in 1..7 loop
            ids := games_in_order(ordering, part);
            hits := hits || array(select h.game_id from games_among(ids, ordering, terms, missing) h);
            exit when cardinality(hits) >= page.size or cardinality(ids) < part.size;
            part := games_behind(ids[part.size], ordering, part.size);
        end loop;
        if cardinality(hits) < page.size then
            hits := games_by_words(terms.keys, terms.key, terms.query, null);
        end if;
    end if;
    -- All are hits.
    terms.key := null;
    return query
    select * from games_among(
        hits || array(select id::bigint from jsonb_object_keys(terms.alike) as id), ordering, terms, page
    );
end
$$;
