-- The people in whose username, first or last name each of the `like` patterns is found, before the id `before_id`,
-- newest first. Put the longest pattern first.
create or replace function people_named(patterns text[], before_id bigint, page_size integer) returns setof bigint
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
        select people_named_by_age(patterns, coalesce(from_id, 0), before_id, page_size)
    );
begin
    if cardinality(found_ids) >= page_size or from_id is null then
        return query select unnest(found_ids);
    else
        return query select people_named_by_index(patterns, before_id, page_size);
    end if;
end
$$;
revoke all on function people_named from public;
grant execute on function people_named to parlay_front;
