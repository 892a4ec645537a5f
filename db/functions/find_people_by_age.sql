-- Reads the people one after the other, newest first, until the page is full.
create or replace function find_people_by_age(
    expression text,
    patterns text[],
    from_id bigint,
    before_id bigint,
    page_size integer
) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    set enable_sort = off
    set jit = off
    as $$
begin
    return query select m.id from find_people_between(expression, patterns, from_id, before_id, page_size) m (id);
end
$$;
revoke all on function find_people_by_age from public;
