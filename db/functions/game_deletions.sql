-- The first seven letters of a word, and what remains of them without one or two letters. Words that are at most two typing
-- errors apart have one of these in common, and others have too. At least two letters remain, three without two.
create or replace function game_deletions(word text) returns text[]
    -- In PL/pgSQL, which keeps its plans.
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
