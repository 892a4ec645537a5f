-- Patterns of `like` for the words that have all letters of a word in their order, without `errors` of them, 0 to 2.
create or replace function game_patterns(word text, errors integer) returns text[]
    language plpgsql immutable parallel safe
    set search_path = parlay, pg_temp
    as $$
declare
    letters text[] := string_to_array(word, null);
    size integer := cardinality(letters);
    found text[] := '{}';
begin
    if errors = 0 then
        return array[format('%%%s%%', array_to_string(letters, '%'))];
    end if;
    for i in 1..size loop
        if errors = 1 then
            found := found || format('%%%s%%', array_to_string(letters[:i - 1] || letters[i + 1:], '%'));
        end if;
        for j in i + 1..size loop
            exit when errors = 1;
            found := found
                || format('%%%s%%', array_to_string(letters[:i - 1] || letters[i + 1:j - 1] || letters[j + 1:], '%'));
        end loop;
    end loop;
    return found;
end
$$;
