-- compatible: yes
-- Searching the catalog by name, and its lists in every order (docs/decisions/0096-games-by-name.md).

-- Names, their words, and what they are similar to, in three parts by votes: most pages end among games that many people
-- rated. GIN without a list of pending entries, because every search would read it.
create index games_famous_name_idx
    on games using gin (key gin_trgm_ops, string_to_array(key, ' ')) with (fastupdate = off)
 where rating_count >= 4096;
create index games_known_name_idx
    on games using gin (key gin_trgm_ops, string_to_array(key, ' ')) with (fastupdate = off)
 where rating_count >= 256 and rating_count < 4096;
create index games_other_name_idx
    on games using gin (key gin_trgm_ops, string_to_array(key, ' ')) with (fastupdate = off)
 where rating_count < 256;
create index games_famous_key_idx on games (key) where rating_count >= 4096;
create index games_known_key_idx on games (key) where rating_count >= 256 and rating_count < 4096;
create index games_other_key_idx on games (key) where rating_count < 256;

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

-- What games are compared with: `key` and `words` null for all, the rest as in `game_filter`.
create type game_terms as (
    key text,
    words text[],
    genre_id bigint,
    platform_id bigint,
    released_from date
);

-- How close a name comes to what is looked for, 0 to 3; null if it is no hit, which is known not to be so with `is_hit`.
create function name_tier(name_key text, is_hit boolean, terms game_terms) returns integer
    language sql immutable parallel safe
    return case when name_key = (terms).key then 0
                when starts_with(name_key, (terms).key) then 1
                when string_to_array(name_key, ' ') @> (terms).words then 2
                when is_hit or word_similarity((terms).key, name_key) >= 0.4 then 3
           end;

-- By what games of a tier are sorted in the order `ordering` (top, votes, rating, release_date or name), the highest first.
create function game_number(ordering text, rating double precision, rating_count integer, release_date date)
    returns double precision
    language sql immutable parallel safe
    return case ordering when 'votes' then rating_count
                         when 'release_date' then release_date - date '1970-01-01'
                         when 'name' then null
                         else rating
           end;

-- The next games of the catalog in an order, from behind the key of a page. The expressions are those of the indexes.
create function games_in_order(ordering text, page game_page) returns bigint[]
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
    after_number double precision := case when is_first then '-infinity' else -coalesce(page.number, -1) end;
    after_count integer := case when is_first then -2147483648 else -page.number end;
    after_day integer := case when is_first then -2147483648 else coalesce(-page.number, 1000000) end;
begin
    case ordering
    when 'top' then
        return array(
            select g.id from games g
             where (g.rating_count < 20, -coalesce(g.rating, -1), g.id)
                 > (not is_first and page.tier = 1, after_number, after_id)
             order by (g.rating_count < 20), (-coalesce(g.rating, -1)), g.id
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
            select g.id from games g
             where (-coalesce(g.rating, -1), g.id) > (after_number, after_id)
             order by (-coalesce(g.rating, -1)), g.id
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

-- The page of those games among `ids` that fit, read one by one. With `are_hits` their names are known to match.
create function games_among(ids bigint[], are_hits boolean, ordering text, terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
begin
    return query
    select h.id, h.tier, h.number
      from (
           select g.id, g.key, game_number(ordering, g.rating, g.rating_count, g.release_date) as number,
                  case ordering when 'top' then (g.rating_count < 20)::integer
                                when 'votes' then name_tier(g.key, are_hits, terms)
                                else 0
                  end as tier
             from unnest(ids) as i (id)
             join games g on g.id = i.id
            where (are_hits or terms.key is null or ordering = 'votes' or name_tier(g.key, false, terms) is not null)
              and (terms.released_from is null or g.release_date >= terms.released_from)
              and (terms.genre_id is null
                   or exists (select from game_genres l where l.game_id = g.id and l.genre_id = terms.genre_id))
              and (terms.platform_id is null
                   or exists (select from game_platforms l
                               where l.game_id = g.id and l.platform_id = terms.platform_id))
           offset 0
           ) h
     where h.tier is not null
       and (page.game_id is null
            or case when ordering = 'name'
                    then (h.key, h.id) > ((select n.key from games n where n.id = page.game_id), page.game_id)
                    else (h.tier, -coalesce(h.number, '-infinity'), h.id)
                       > (page.tier, -coalesce(page.number, '-infinity'), page.game_id)
               end)
     order by h.tier, h.number desc nulls last, case when ordering = 'name' then h.key end, h.id
     limit page.size;
end
$$;

-- Games that the indexes of names find in one of their parts, whose games have at least `votes` (4096, 256 or 0): all of
-- `tier` and maybe some of the tiers before it, or of every tier if that is null.
create function games_by_name(terms game_terms, tier integer, votes integer) returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    -- A null condition costs nothing.
    first_key text := case when tier <= 1 or tier is null then terms.key end;
    last_key text := case when tier = 0 then terms.key else first_key || repeat(chr(1114111), 500) end;
    words text[] := case when tier = 2 or tier is null then terms.words end;
    -- Nothing is similar to a key without letters and digits, but the index would answer all games.
    similar_key text := case when (tier = 3 or tier is null) and show_trgm(terms.key) <> '{}' then terms.key end;
begin
    -- For the operator %>.
    perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
    case votes
    when 0 then
        return array(
            select g.id from games g
             where g.rating_count < 256
               and (g.key between first_key and last_key or string_to_array(g.key, ' ') @> words
                    or g.key %> similar_key)
        );
    when 256 then
        return array(
            select g.id from games g
             where g.rating_count >= 256 and g.rating_count < 4096
               and (g.key between first_key and last_key or string_to_array(g.key, ' ') @> words
                    or g.key %> similar_key)
        );
    when 4096 then
        return array(
            select g.id from games g
             where g.rating_count >= 4096
               and (g.key between first_key and last_key or string_to_array(g.key, ' ') @> words
                    or g.key %> similar_key)
        );
    end case;
end
$$;

-- How many games the functions below read one by one before they ask an index. Smaller in a test.
create function games_read(is_first_page boolean) returns integer
    language sql immutable parallel safe
    return case when is_first_page then 200 else 1000 end;

-- A page in the order of how close the names are. Each tier is looked for among the next games by votes, where frequent
-- names are, and if that does not fill the page, in the parts of the indexes, one after the other.
create function games_by_closeness(terms game_terms, page game_page)
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
                ids := games_by_name(terms, level, votes);
            elsif part.game_id > 0 then
                ids := games_in_order('votes', row(null, part.number, part.game_id, games_read(false)));
            else
                if top is null then
                    select coalesce(array_agg(h.game_id), '{}'), array_agg(h.tier) into top, top_tiers
                      from games_in_order('votes', row(null, null, null, games_read(true))) as o (ids)
                      cross join games_among(o.ids, false, 'votes', terms, row(null, null, null, 1000)) h;
                end if;
                ids := array(select t.id from unnest(top, top_tiers) as t (id, tier) where t.tier = level);
            end if;
            continue when ids = '{}';
            part.size := missing;
            select array_agg(h.game_id order by h.number desc, h.game_id),
                   array_agg(h.number order by h.number desc, h.game_id)
              into hits, numbers
              from games_among(ids, votes is not null, 'votes', terms, part) h
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

-- A page in an order of the catalog. Reads the games of that order one by one; with a name, no more than it takes if it is
-- frequent, and then asks the indexes of names.
create function games_by_order(ordering text, terms game_terms, page game_page)
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
        select (g.rating_count < 20)::integer, game_number(ordering, g.rating, g.rating_count, g.release_date), g.id,
               least(part.size * 8, 50000)
          into part
          from games g
         where g.id = ids[cardinality(ids)];
    end loop;
end
$$;

-- How many games of a filter are few enough to read them all. Smaller in a test.
create function games_are_few() returns integer
    language sql immutable parallel safe
    return 2000;

create function games_listed(q text, sort text, filter game_filter, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    terms game_terms;
    ordering text := coalesce(sort, case when q is null then 'top' else 'votes' end);
    few bigint[];
begin
    terms.key := game_key(q);
    terms.words := string_to_array(terms.key, ' ');
    terms.genre_id := (select n.id from genres n where lower(n.name) = lower(filter.genre));
    terms.platform_id := (select n.id from platforms n where lower(n.name) = lower(filter.platform));
    terms.released_from := filter.released_from;
    if terms.key = '' or (terms.genre_id is null) <> (filter.genre is null)
        or (terms.platform_id is null) <> (filter.platform is null) then
        return;
    end if;
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
    if cardinality(few) <= games_are_few() then
        return query select * from games_among(few, false, ordering, terms, page);
    elsif ordering = 'votes' then
        return query select * from games_by_closeness(terms, page);
    else
        return query select * from games_by_order(ordering, terms, page);
    end if;
end
$$;

-- A page of games, in their order by `place`. `q` null lists all games; `sort` is rating, release_date, name or null.
-- `tier` and `number` are the sort key, with the id; a null number comes last.
create function find_games(q text, sort text, filter game_filter, page game_page)
    returns table (place bigint, game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    as $$
begin
    return query
    select h.place, h.game_id, h.tier, h.number
      from games_listed(q, sort, filter, page) with ordinality as h (game_id, tier, number, place);
end
$$;

revoke all on function find_games(text, text, game_filter, game_page) from public;
grant execute on function find_games(text, text, game_filter, game_page) to parlay_front, parlay_worker;
