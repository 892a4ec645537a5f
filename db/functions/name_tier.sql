-- How close a name comes to what is looked for: 0 if it is the same, 1 if only numbers are in digits instead of letters or the
-- other way round, 2 if it starts with it, 3 if it has all its words; else null.
create or replace function name_tier(name_key text, key text, keys text[], words text[]) returns integer
    language sql immutable parallel safe
    return case when name_key = key then 0
                when name_key = any (keys) then 1
                when starts_with(name_key, key) then 2
                when string_to_array(name_key, ' ') @> words then 3
           end;
