-- Searches with the same key are the same search. Empty for punctuation alone. At most 200 characters, as long as the key
-- of a job.
create or replace function game_search_key(q text) returns text
    language sql immutable parallel safe
    set search_path = parlay, pg_temp
    as $$ select left(game_key(q), 200) $$;
