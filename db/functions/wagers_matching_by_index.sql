-- Asks the index of texts. It finds all wagers of the tenant if the expression contains no three characters in a row.
-- A plan for any expression and any range of ids would guess that the range is small, and read it instead.
create or replace function wagers_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set plan_cache_mode = force_custom_plan
    as $$
begin
    return query select m.id from wagers_matching_between(expression, 0, before_id, page_size) m (id);
end
$$;
revoke all on function wagers_matching_by_index from public;
