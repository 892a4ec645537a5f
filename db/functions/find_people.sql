-- The people in whose username, first or last name a regular expression or each of the `like` patterns is found, before the id
-- `before_id`, newest first. Either of the two is null. Put the longest pattern first. Frequent names are among the newest people,
-- so those are read first; the index of names finds rare ones.
create or replace function find_people(expression text, patterns text[], before_id bigint, page_size integer)
    returns setof bigint
    language plpgsql stable rows 26 cost 20000
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    from_id constant bigint := (
        select a.id from accounts a
         where a.tenant_id = current_tenant_id() and a.id < before_id
         order by a.id desc
        offset 1999 limit 1
    );
    found_ids constant bigint[] := array(
        select find_people_by_age(expression, patterns, coalesce(from_id, 0), before_id, page_size)
    );
begin
    if cardinality(found_ids) >= page_size or from_id is null then
        return query select unnest(found_ids);
    else
        return query select find_people_by_index(expression, patterns, before_id, page_size);
    end if;
end
$$;
revoke all on function find_people from public;
grant execute on function find_people to parlay_front;
