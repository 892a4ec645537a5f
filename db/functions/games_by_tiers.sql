-- A page of the games that have what is looked for in their names, when many have. Each tier is looked for among the next games by
-- votes, where frequent names are, and if that does not fill the page, in the parts of the indexes, one after the other.
create or replace function games_by_tiers(terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    as $$
declare
    part game_page;
    missing integer := page.size;
    top bigint[];
    top_tiers integer[];
    ids bigint[];
    votes integer;
    hits bigint[];
    numbers double precision[];
begin
    for level in coalesce(page.tier, 0)..3 loop
        part := row(level, 'infinity', 0, missing);
        if level = page.tier then
            part := page;
        end if;
        foreach votes in array array[null, 4096, 256, 0] loop
            if votes is not null then
                -- The page may start among games with fewer votes.
                continue when votes = 4096 and part.number < 4096 or votes = 256 and part.number < 256;
                ids := games_by_name(
                    votes,
                    case when level = 0 then array[terms.key] when level = 1 then terms.keys end,
                    case when level = 2 then terms.key end,
                    case when level = 3 then terms.query end,
                    null
                );
            elsif part.game_id > 0 then
                ids := games_in_order('votes', row(null, part.number, part.game_id, games_read(false)));
            else
                if top is null then
                    select coalesce(array_agg(h.game_id), '{}'), array_agg(h.tier) into top, top_tiers
                      from games_in_order('votes', row(null, null, null, games_read(true))) as o (ids)
                      cross join games_among(o.ids, 'votes', terms, row(null, null, null, 1000)) h;
                end if;
                ids := array(select t.id from unnest(top, top_tiers) as t (id, tier) where t.tier = level);
            end if;
            continue when ids = '{}';
            part.size := missing;
            select array_agg(h.game_id order by h.number desc, h.game_id),
                   array_agg(h.number order by h.number desc, h.game_id)
              into hits, numbers
              from games_among(ids, 'votes', terms, part) h
             where h.tier = level;
            -- Between the first games and the parts of the indexes, nothing is kept: the parts have those games too.
            continue when hits is null or votes is null and cardinality(hits) < missing;
            return query select h.id, level, h.number from unnest(hits, numbers) as h (id, number);
            missing := missing - cardinality(hits);
            exit when missing = 0;
        end loop;
        exit when missing = 0;
    end loop;
end
$$;
