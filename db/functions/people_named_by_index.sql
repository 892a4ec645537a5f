-- Asks the index of names; see people_matching_by_index.
create or replace function people_named_by_index(patterns text[], before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set plan_cache_mode = force_custom_plan
    as $$
begin
    return query select m.id from people_named_between(patterns, 0, before_id, page_size) m (id);
end
$$;
revoke all on function people_named_by_index from public;
