-- compatible: yes
-- Lists of games by a rating that counts votes, filters by rating and votes, games that the operator hides, and how many games
-- genres and platforms have (docs/decisions/0158-weighted-ratings.md).

-- True: in no list and no search. False: the operator shows it, whatever an import says. Null: neither.
alter table games add column is_hidden boolean;

-- How many games that are not hidden have it; kept by `refresh_catalog`.
alter table genres add column game_count integer not null default 0;
alter table platforms add column game_count integer not null default 0;

-- The mean rating of the games that are rated and not hidden, with which `game_ratings.weighted` is computed.
create table catalog_mean (
    is_only boolean primary key default true constraint catalog_mean_only_check check (is_only),
    rating double precision not null
);
insert into catalog_mean (rating) values (0);

-- The place of each game in the lists by rating. In a table of its own, because all rows are computed again when the mean
-- moves: two narrow indexes are rewritten then, and not those of names.
create table game_ratings (
    game_id bigint primary key constraint game_ratings_game_fkey references games on delete cascade,
    has_few_votes boolean not null,
    -- Null if it is not rated.
    weighted double precision
);

-- Few votes count little: 250 votes of the mean are added.
create function weighted_rating(rating double precision, votes integer, mean double precision) returns double precision
    language sql immutable parallel safe
    return (votes * rating + 250 * mean) / (votes + 250);

-- Rates the games that a statement wrote, with the mean as it is.
create function rate_games() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    insert into game_ratings as r (game_id, has_few_votes, weighted)
    select c.id, c.rating_count < 20, weighted_rating(c.rating, c.rating_count, m.rating)
      from changed c
     cross join catalog_mean m
        on conflict (game_id) do update set has_few_votes = excluded.has_few_votes, weighted = excluded.weighted
     where (r.has_few_votes, r.weighted) is distinct from (excluded.has_few_votes, excluded.weighted);
    return null;
end
$$;

create trigger rate_new_games after insert on games
    referencing new table as changed
    for each statement execute function rate_games();
create trigger rate_changed_games after update on games
    referencing new table as changed
    for each statement execute function rate_games();

-- Brings the mean up to date, with the ratings that depend on it, and how many games genres and platforms have. Ends what
-- writes many games. A mean that moved by less than a hundredth moves no rating by more than that, and is left as it is.
create function refresh_catalog() returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    mean double precision;
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.games', 0));
    select coalesce(avg(g.rating), 0) into mean from games g where g.is_hidden is not true;
    update catalog_mean m set rating = mean where abs(m.rating - mean) > 0.01;
    if found then
        update game_ratings r
           set weighted = weighted_rating(g.rating, g.rating_count, mean)
          from games g
         where g.id = r.game_id and g.rating is not null;
    end if;
    update genres n
       set game_count = coalesce(c.game_count, 0)
      from genres o
      left join (
           select l.genre_id, count(*) as game_count
             from game_genres l
             join games g on g.id = l.game_id
            where g.is_hidden is not true
            group by l.genre_id
           ) c on c.genre_id = o.id
     where n.id = o.id and n.game_count <> coalesce(c.game_count, 0);
    update platforms n
       set game_count = coalesce(c.game_count, 0)
      from platforms o
      left join (
           select l.platform_id, count(*) as game_count
             from game_platforms l
             join games g on g.id = l.game_id
            where g.is_hidden is not true
            group by l.platform_id
           ) c on c.platform_id = o.id
     where n.id = o.id and n.game_count <> coalesce(c.game_count, 0);
end
$$;

insert into game_ratings (game_id, has_few_votes, weighted)
select id, rating_count < 20, weighted_rating(rating, rating_count, 0) from games;
select refresh_catalog();

create index game_ratings_top_idx on game_ratings (has_few_votes, (-coalesce(weighted, -1)), game_id);
create index game_ratings_weighted_idx on game_ratings ((-coalesce(weighted, -1)), game_id);
drop index games_top_idx;

grant select on catalog_mean, game_ratings to parlay_front;
grant select, insert, update, delete on catalog_mean, game_ratings to parlay_worker;
revoke all on function refresh_catalog() from public;
grant execute on function refresh_catalog() to parlay_worker;

alter type game_filter add attribute min_rating double precision;
alter type game_filter add attribute min_votes integer;
alter type game_terms add attribute min_rating double precision;
alter type game_terms add attribute min_votes integer;

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

-- The page of those games among `ids` that fit, read one by one. With `are_hits` their names are known to match. `tier` and
-- `number` are the key of a page: by rating the votes and the rating, by closeness the tier and the votes.
create or replace function games_among(ids bigint[], are_hits boolean, ordering text, terms game_terms, page game_page)
    returns table (game_id bigint, tier integer, number double precision)
    language plpgsql stable rows 26
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
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
                                when 'votes' then name_tier(g.key, are_hits, terms)
                                else 0
                  end as level
             from unnest(ids) as i (id)
             join games g on g.id = i.id
            where g.is_hidden is not true
              and (are_hits or terms.key is null or ordering = 'votes' or name_tier(g.key, false, terms) is not null)
              and (terms.released_from is null or g.release_date >= terms.released_from)
              and (terms.min_rating is null or g.rating >= terms.min_rating)
              and (terms.min_votes is null or g.rating_count >= terms.min_votes)
              and (terms.genre_id is null
                   or exists (select from game_genres l where l.game_id = g.id and l.genre_id = terms.genre_id))
              and (terms.platform_id is null
                   or exists (select from game_platforms l
                               where l.game_id = g.id and l.platform_id = terms.platform_id))
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

-- As before, with the keys that `games_among` has.
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

-- What games are compared with for a text and a filter; no row if no game can fit.
create function game_terms_of(q text, filter game_filter) returns setof game_terms
    language plpgsql stable rows 1
    set search_path = parlay, pg_temp
    as $$
declare
    terms game_terms;
begin
    terms.key := game_key(q);
    terms.words := string_to_array(terms.key, ' ');
    terms.genre_id := (select n.id from genres n where lower(n.name) = lower(filter.genre));
    terms.platform_id := (select n.id from platforms n where lower(n.name) = lower(filter.platform));
    terms.released_from := filter.released_from;
    terms.min_rating := filter.min_rating;
    terms.min_votes := filter.min_votes;
    if terms.key = '' or (terms.genre_id is null) <> (filter.genre is null)
        or (terms.platform_id is null) <> (filter.platform is null) then
        return;
    end if;
    return next terms;
end
$$;

drop function find_games(text, text, game_filter, game_page);
drop function games_listed(text, text, game_filter, game_page);

create function games_listed(ordering text, terms game_terms, page game_page)
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
        return query select * from games_among(few, false, ordering, terms, page);
    elsif ordering = 'votes' then
        return query select * from games_by_closeness(terms, page);
    else
        return query select * from games_by_order(ordering, terms, page);
    end if;
end
$$;

-- A page of games, in their order by `place`. `q` null lists all games; `sort` is rating, release_date, name or null. The
-- games `first` come before all others, in the order of the array, if they fit. `tier` and `number` are the sort key, with the
-- id: -1 and the place in the array for those of `first`; a null number comes last.
create function find_games(q text, sort text, filter game_filter, page game_page, first bigint[])
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
    if page.game_id is null or page.tier = -1 then
        return query
        select row_number() over (order by f.number), f.id, -1, f.number
          from (
               select h.game_id as id, array_position(first, h.game_id)::double precision as number
                 from games_among(first, false, ordering, terms, row(null, null, null, 1000)) h
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

revoke all on function find_games(text, text, game_filter, game_page, bigint[]) from public;
grant execute on function find_games(text, text, game_filter, game_page, bigint[]) to parlay_front, parlay_worker;
