-- What the first 12 words of a search may be among the words of names: the `place` of the word; the `word` that names have,
-- or two that were typed as one; its `cost`; and how many `games` have it.
--
-- Costs: 0 for the word itself, 1 for its number in digits or letters, 1 for the beginning of a word that is not yet typed to its
-- end, 2 for each of two that are one in names or of which one has a letter of the other, and 4 for two that were typed as one,
-- for four letters or more of a longer word, and for each typing error: a letter too much, missing, wrong or elsewhere.
--
-- Words of three or four letters have one error at most, longer ones two. A word that names have is rarely misspelt: it has one
-- error at most, of four letters on, and 10 spellings. Other words have 20. Those of the most games are taken.
create or replace function game_spellings(words text[])
    returns table (place integer, word text, second text, cost integer, games integer)
    language plpgsql stable rows 100
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set enable_nestloop = on
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
begin
    return query
    with typed as materialized (
        select t.word, t.place::integer as place, t.place = cardinality(words) as is_last, t.letters, t.games, t.errors,
               game_patterns(t.word, 0) as all_letters,
               case when t.errors >= 1 then game_patterns(t.word, 1) end as but_one,
               case when t.errors = 2 then game_patterns(t.word, 2) end as but_two
          from (
               select u.word, u.place, length(u.word) as letters, coalesce(w.games, 0) as games,
                      case when length(u.word) < 3 or length(u.word) = 3 and w.games > 0 or length(u.word) > 20 then 0
                           when length(u.word) < 5 or w.games > 0 then 1
                           else 2
                      end as errors
                 from unnest(words) with ordinality as u (word, place)
                 left join game_words w on w.word = u.word
                where u.place <= 12
               ) t
    ), near as (
        select m.place, m.word, null::text as second, 4 * m.errors as cost, m.games
          from (
               select t.place, w.word, w.games, t.errors as most,
                      case
                          when l.more = 1 and w.word like any (t.all_letters)
                               or l.more between -1 and 0 and w.word like any (t.but_one) then 1
                          when l.more = 2 and w.word like any (t.all_letters)
                               or l.more = 1 and w.word like any (t.but_one)
                               or l.more between -2 and 0 and w.word like any (t.but_two) then 2
                      end as errors
                 from typed t
                 join game_words w on game_deletions(w.word) && game_deletions(t.word)
                cross join lateral (select length(w.word) - t.letters as more) l
                where t.errors > 0 and l.more between -t.errors and t.errors
               ) m
         where m.errors <= m.most
        union all
        select t.place, w.word, null, 1, w.games
          from typed t
          join game_words w on w.word > t.word and w.word < t.word || chr(1114111)
         where t.is_last and t.letters >= 2
        union all
        select t.place, w.word, null, 4, w.games
          from typed t
          join game_words w on w.word like '%' || t.word || '%'
         where t.letters >= 4
        union all
        select t.place, w.word, null, 1, w.games
          from typed t
          join game_words w on w.word = game_numeral(t.word)
        union all
        select t.place + n.next, w.word, null, 2, w.games
          from typed t
          join typed u on u.place = t.place + 1
          join game_words w on w.word = t.word || u.word
          cross join (values (0), (1)) as n (next)
        union all
        select t.place + n.next, w.word, v.word, 2, least(w.games, v.games)
          from typed t
          join typed u on u.place = t.place + 1
          cross join (values (-1), (1)) as b (shift)
          join game_words w on w.word = left(t.word || u.word, t.letters + b.shift)
          join game_words v on v.word = substr(t.word || u.word, t.letters + b.shift + 1)
          cross join (values (0), (1)) as n (next)
         where t.games = 0 or u.games = 0
        union all
        select t.place, w.word, v.word, 4, least(w.games, v.games)
          from typed t
          cross join generate_series(1, t.letters - 1) as i
          join game_words w on w.word = left(t.word, i)
          join game_words v on v.word = substr(t.word, i + 1)
         where t.letters >= 4 and t.games = 0
    ), ranked as (
        select n.*, t.games > 0 as is_known,
               row_number() over (partition by n.place order by n.cost, n.games desc, n.word, n.second) as number
          from (
               select distinct on (m.place, m.word, m.second) m.* from near m order by m.place, m.word, m.second, m.cost
               ) n
          join typed t on t.place = n.place and t.word <> n.word
         where n.games > 0
    )
    select r.place, r.word, r.second, r.cost, r.games from ranked r where r.number <= case when r.is_known then 10 else 20 end
    union all
    select t.place, t.word, null, 0, t.games from typed t;
end
$$;
