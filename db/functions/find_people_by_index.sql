-- Asks the index of names. A plan for any expression and any range of ids would guess that the range is small, and read it
-- instead.
create or replace function find_people_by_index(expression text, patterns text[], before_id bigint, page_size integer)
    returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set plan_cache_mode = force_custom_plan
    as $$
begin
    return query select m.id from find_people_between(expression, patterns, 0, before_id, page_size) m (id);
end
$$;
revoke all on function find_people_by_index from public;
