-- Games that the indexes of names find, as `games_by_name` does, at most `most`, those with many votes first; all if that is null.
create or replace function games_by_words(keys text[], beginning text, query tsquery, most integer) returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
declare
    ids bigint[] := '{}';
    votes integer;
begin
    foreach votes in array array[4096, 256, 0] loop
        exit when cardinality(ids) >= most;
        ids := ids || games_by_name(votes, keys, beginning, query, most - cardinality(ids));
    end loop;
    return ids;
end
$$;
