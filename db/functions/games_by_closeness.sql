-- A page in the order of how close the names are: those that have what is looked for, and similar ones if they do not fill it.
create or replace function games_by_closeness(terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    as $$
declare
    ids bigint[] := games_by_words(terms.keys, terms.key, terms.query, games_ranked());
    found_count integer;
    rest game_page := row(4, 'infinity', 0, page.size);
begin
    if cardinality(ids) < games_ranked() then
        return query select * from games_among(ids, 'votes', terms, page);
    else
        return query select * from games_by_tiers(terms, page);
    end if;
    get diagnostics found_count = row_count;
    if found_count = page.size then
        return;
    end if;
    if page.tier >= 4 then
        rest := page;
    end if;
    rest.size := page.size - found_count;
    terms := games_alike(terms);
    return query
    select * from games_among(array(select id::bigint from jsonb_object_keys(terms.alike) as id), 'votes', terms, rest);
end
$$;
