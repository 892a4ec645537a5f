-- Counts the words of the names that a statement wrote or deleted. Words without games stay, with none.
create or replace function count_game_words() returns trigger
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
     -- Two writers lock the words in one order.
     order by c.word
        on conflict (word) do update set games = w.games + excluded.games;
    return null;
end
$$;

create or replace trigger count_new_words after insert on games
    referencing new table as new_rows
    for each statement execute function count_game_words();

create or replace trigger count_changed_words after update on games
    referencing old table as old_rows new table as new_rows
    for each statement execute function count_game_words();

create or replace trigger count_deleted_words after delete on games
    referencing old table as old_rows
    for each statement execute function count_game_words();
