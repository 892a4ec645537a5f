-- Until 0.3.0.
--
-- For fronts of 0.1.0; see find_people.
create or replace function people_matching(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    as $$
begin
    return query select find_people(expression, null, before_id, page_size);
end
$$;
revoke all on function people_matching from public;
grant execute on function people_matching to parlay_front;
