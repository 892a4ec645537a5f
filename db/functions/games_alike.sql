-- The terms with the games whose names are similar: `alike` has the tier of each, 4 and the cost of the difference, which is that
-- of `game_spellings`, 12 for a missing word, and 1 for each of up to three more words. They are the best of at most
-- `games_ranked()` games that have the three rarest words in some spelling, or two of these if few have all. A name without some
-- of the words has words with more than half of the letters, where each typing error takes three.
create or replace function games_alike(terms game_terms) returns game_terms
    language plpgsql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_nestloop = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    places integer[];
    spellings text[];
    seconds text[];
    costs integer[];
    counts integer[];
    -- The rarest words first: in all spellings, and without other spellings than its own if names have it.
    groups text[];
    known text[];
    sizes integer[];
    letter_count integer;
    queries tsquery[];
    ids bigint[] := '{}';
begin
    select array_agg(s.place), array_agg(s.word), array_agg(s.second), array_agg(s.cost), array_agg(s.games)
      into places, spellings, seconds, costs, counts
      from game_spellings(terms.words) s;
    select array_agg(g.query order by g.games, g.place), array_agg(coalesce(g.known, g.query) order by g.games, g.place),
           array_agg(g.letters order by g.games, g.place), sum(g.letters)
      into groups, known, sizes, letter_count
      from (
           select s.place, length(terms.words[s.place]) as letters, sum(s.games) as games,
                  '(' || string_agg(s.query, '|') || ')' as query,
                  case when max(s.games) filter (where s.cost = 0) > 0
                       then '(' || string_agg(s.query, '|') filter (where s.cost <= 1) || ')'
                  end as known
             from (
                  select u.place, u.cost, u.games,
                         case when u.second is null then format('''%s''', u.word)
                              else format('(''%s''&''%s'')', u.word, u.second)
                         end as query
                    from unnest(places, spellings, seconds, costs, counts) as u (place, word, second, cost, games)
                  ) s
            group by s.place
           ) g;
    queries := array[array_to_string(groups[1:3], '&')::tsquery];
    if cardinality(groups) = 1 then
        -- Many names may have the word; those that are nothing else come first.
        queries[1] := queries[1] && !!terms.query;
        ids := games_by_words(spellings, null, null, games_ranked());
    elsif cardinality(groups) = 2 then
        queries[2] := (
            select string_agg(known[i], '|') from unnest(sizes) with ordinality as s (size, i) where size * 2 > letter_count
        )::tsquery;
    else
        queries[2] := format('(%s&(%s|%s))|(%2$s&%3$s)', known[1], known[2], known[3])::tsquery;
    end if;
    ids := ids || games_by_words(null, null, queries[1], games_ranked() - cardinality(ids));
    if cardinality(ids) < 10 and cardinality(queries) = 2 then
        ids := ids || games_by_words(null, null, queries[2], games_ranked() - cardinality(ids));
    end if;
    select coalesce(jsonb_object_agg(r.id, r.tier), '{}')
      into terms.alike
      from (
           select b.id,
                  4 + sum(b.cost) + 12 * (cardinality(groups) - count(*))
                    + least(greatest(min(b.word_count) - count(*), 0), 3) as tier,
                  count(*) = cardinality(groups) as has_all,
                  sum(4 * length(terms.words[b.place]) - 3 * b.cost) as letters
             from (
                  select g.id, s.place, min(s.cost) as cost, min(cardinality(g.name_words)) as word_count
                    from (
                         select g.id, string_to_array(g.key, ' ') as name_words
                           from games g
                          where g.id = any (ids)
                         ) g
                    cross join unnest(g.name_words) as w (word)
                    join unnest(places, spellings, seconds, costs) as s (place, word, second, cost)
                         on s.word = w.word and (s.second is null or s.second = any (g.name_words))
                   group by g.id, s.place
                  ) b
            group by b.id
           ) r
     where r.has_all or r.letters > 2 * letter_count;
    return terms;
end
$$;
