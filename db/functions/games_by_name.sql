-- Games that the indexes of names find in one of their parts, whose games have at least `votes` (4096, 256 or 0): all of
-- `tier` and maybe some of the tiers before it, or of every tier if that is null.
create or replace function games_by_name(terms game_terms, tier integer, votes integer) returns bigint[]
    language plpgsql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set jit = off
    set plan_cache_mode = force_generic_plan
    as $$
declare
    -- A null condition costs nothing.
    first_key text := case when tier <= 1 or tier is null then terms.key end;
    last_key text := case when tier = 0 then terms.key else first_key || repeat(chr(1114111), 500) end;
    words text[] := case when tier = 2 or tier is null then terms.words end;
    -- Nothing is similar to a key without letters and digits, but the index would answer all games.
    similar_key text := case when (tier = 3 or tier is null) and show_trgm(terms.key) <> '{}' then terms.key end;
begin
    -- For the operator %>.
    perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
    case votes
    when 0 then
        return array(
            select g.id from games g
             where g.rating_count < 256
               and (g.key between first_key and last_key or string_to_array(g.key, ' ') @> words
                    or g.key %> similar_key)
        );
    when 256 then
        return array(
            select g.id from games g
             where g.rating_count >= 256 and g.rating_count < 4096
               and (g.key between first_key and last_key or string_to_array(g.key, ' ') @> words
                    or g.key %> similar_key)
        );
    when 4096 then
        return array(
            select g.id from games g
             where g.rating_count >= 4096
               and (g.key between first_key and last_key or string_to_array(g.key, ' ') @> words
                    or g.key %> similar_key)
        );
    end case;
end
$$;
