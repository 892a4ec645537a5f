-- How close a name comes to what is looked for, 0 to 3; null if it is no hit, which is known not to be so with `is_hit`.
create or replace function name_tier(name_key text, is_hit boolean, terms game_terms) returns integer
    language sql immutable parallel safe
    return case when name_key = (terms).key then 0
                when starts_with(name_key, (terms).key) then 1
                when string_to_array(name_key, ' ') @> (terms).words then 2
                when is_hit or word_similarity((terms).key, name_key) >= 0.4 then 3
           end;
