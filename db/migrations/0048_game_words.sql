-- compatible: yes
-- Games are found by the words of their names, and misspelt words in a dictionary (docs/decisions/0186-games-by-words.md).

-- In its first form, for the index.
create function game_deletions(word text) returns text[]
    language plpgsql immutable parallel safe
    set search_path = parlay, pg_temp
    as $$
declare
    start text := left(word, 7);
    size integer := length(start);
    found text[] := array[start];
begin
    for i in 1..size loop
        exit when size < 3;
        found := found || (left(start, i - 1) || substr(start, i + 1));
        for j in i + 1..size loop
            exit when size < 5;
            found := found || (left(start, i - 1) || substr(start, i + 1, j - i - 1) || substr(start, j + 1));
        end loop;
    end loop;
    return found;
end
$$;

-- The words of `games.key`. Kept by triggers.
create table game_words (
    word text collate "C" primary key,
    -- How many games have it, hidden ones too.
    games integer not null
);
grant select on game_words to parlay_front;
grant select, insert, update on game_words to parlay_worker;

-- In its first form: from here on, no word is missed.
create function count_game_words() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    before text[];
    after text[];
begin
    if tg_op = 'INSERT' then
        after := array(select n.key from new_rows n);
    elsif tg_op = 'DELETE' then
        before := array(select o.key from old_rows o);
    else
        select array_agg(o.key), array_agg(n.key)
          into before, after
          from old_rows o
          join new_rows n on n.id = o.id
         where n.key <> o.key;
    end if;
    insert into game_words as w (word, games)
    select c.word, sum(c.change)
      from (
           select d.word, 1 as change
             from unnest(after) as k (key)
             cross join lateral (select distinct word from unnest(string_to_array(k.key, ' ')) as word) d
           union all
           select d.word, -1
             from unnest(before) as k (key)
             cross join lateral (select distinct word from unnest(string_to_array(k.key, ' ')) as word) d
           ) c
     group by c.word
    having sum(c.change) <> 0
     order by c.word
        on conflict (word) do update set games = w.games + excluded.games;
    return null;
end
$$;
create trigger count_new_words after insert on games
    referencing new table as new_rows
    for each statement execute function count_game_words();
create trigger count_changed_words after update on games
    referencing old table as old_rows new table as new_rows
    for each statement execute function count_game_words();
create trigger count_deleted_words after delete on games
    referencing old table as old_rows
    for each statement execute function count_game_words();

insert into game_words (word, games)
select w.word, count(*)
  from games g
  cross join lateral (select distinct word from unnest(string_to_array(g.key, ' ')) as word) w
 group by w.word;
create index game_words_spelling_idx on game_words using gin (game_deletions(word)) with (fastupdate = off);
create index game_words_part_idx on game_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- The words of names in three parts by votes, as the trigrams were.
create index games_famous_words_idx
    on games using gin (array_to_tsvector(string_to_array(key, ' '))) with (fastupdate = off)
 where rating_count >= 4096;
create index games_known_words_idx
    on games using gin (array_to_tsvector(string_to_array(key, ' '))) with (fastupdate = off)
 where rating_count >= 256 and rating_count < 4096;
create index games_other_words_idx
    on games using gin (array_to_tsvector(string_to_array(key, ' '))) with (fastupdate = off)
 where rating_count < 256;

-- The key with its numbers in digits and in letters; names that have all words; similar games, with their tiers.
alter type game_terms add attribute keys text[], add attribute query tsquery, add attribute alike jsonb;
