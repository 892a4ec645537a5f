-- Games that the indexes of names find in one of their parts, whose games have at least `votes` (4096, 256 or 0), in no
-- order and at most `most`: those with one of `keys`, those that start with `beginning`, and those whose words
-- match `query`. Null finds none and costs nothing.
create or replace function games_by_name(votes integer, keys text[], beginning text, query tsquery, most integer) returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    last text := beginning || repeat(chr(1114111), 500);
begin
    case votes
    when 0 then
        return array(
            select g.id from games g
             where g.rating_count < 256
               and (g.key = any (keys)
                    or g.key between beginning and last
                    or array_to_tsvector(string_to_array(g.key, ' ')) @@ query)
             limit most
        );
    when 256 then
        return array(
            select g.id from games g
             where g.rating_count >= 256 and g.rating_count < 4096
               and (g.key = any (keys)
                    or g.key between beginning and last
                    or array_to_tsvector(string_to_array(g.key, ' ')) @@ query)
             limit most
        );
    when 4096 then
        return array(
            select g.id from games g
             where g.rating_count >= 4096
               and (g.key = any (keys)
                    or g.key between beginning and last
                    or array_to_tsvector(string_to_array(g.key, ' ')) @@ query)
             limit most
        );
    end case;
end
$$;
