-- compatible: no
-- Search for people by regular expression. It works like the search for wagers (wager_search).

create index accounts_text_idx
    on accounts using gin (tenant_id, username gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops)
    with (fastupdate = off);

-- A page of matches from the id `from_id` to before the id `before_id`, newest first, without blocked people. The planner
-- inlines the function, so that the settings of its caller choose the plan.
create function people_matching_between(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active'
       and (a.username ~* expression or a.first_name ~* expression or a.last_name ~* expression)
       and a.id >= from_id and a.id < before_id
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.account_id = current_account_id() and b.blocked_id = a.id
       )
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.blocked_id = current_account_id() and b.account_id = a.id
       )
     order by a.id desc
     limit page_size;
end;

-- Reads the people one after the other, newest first, until the page is full.
create function people_matching_by_age(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    set enable_sort = off
    set jit = off
    as $$
begin
    return query select m.id from people_matching_between(expression, from_id, before_id, page_size) m (id);
end
$$;

-- Asks the index of names.
-- A plan for any expression and any range of ids would guess that the range is small, and read it instead.
create function people_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    set plan_cache_mode = force_custom_plan
    as $$
begin
    return query select m.id from people_matching_between(expression, 0, before_id, page_size) m (id);
end
$$;

-- The people whose username, first or last name matches a regular expression, before the id `before_id`, newest first.
create function people_matching(expression text, before_id bigint, page_size integer) returns setof bigint
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
        select people_matching_by_age(expression, coalesce(from_id, 0), before_id, page_size)
    );
begin
    if cardinality(found_ids) >= page_size or from_id is null then
        return query select unnest(found_ids);
    else
        return query select people_matching_by_index(expression, before_id, page_size);
    end if;
end
$$;

revoke all on function
    people_matching, people_matching_by_age, people_matching_by_index, people_matching_between from public;
grant execute on function people_matching to parlay_front;
