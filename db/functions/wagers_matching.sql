-- The newest wagers before the id `before_id` whose name or description matches a regular expression. Frequent matches are
-- among the newest wagers, so those are read first; the index of texts finds rare ones.
create or replace function wagers_matching(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    depth integer;
    from_id bigint;
    found_ids bigint[];
begin
    foreach depth in array array[500, 13500] loop
        from_id := (
            select w.id from wagers w
             where w.tenant_id = current_tenant_id() and w.id < before_id
             order by w.id desc
            offset depth - 1 limit 1
        );
        found_ids := array(select wagers_matching_by_age(expression, coalesce(from_id, 0), before_id, page_size));
        if cardinality(found_ids) >= page_size or from_id is null then
            return query select unnest(found_ids);
            return;
        end if;
        -- 27 times as many would not fill the page.
        exit when cardinality(found_ids) * 27 < page_size;
    end loop;
    return query select wagers_matching_by_index(expression, before_id, page_size);
end
$$;
revoke all on function wagers_matching from public;
grant execute on function wagers_matching to parlay_front;
