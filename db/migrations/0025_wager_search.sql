-- compatible: no
-- Search for wagers by regular expression, as ids of those that the caller may see. Under a policy, regular expressions
-- cannot use an index, so the search runs as the owner, and its first condition is the current tenant.

-- Led by the tenant, so that the rows of one tenant do not slow the searches of another. Without the list of pending
-- entries for the same reason: all tenants would fill it, and every search would read all of it.
create index wagers_text_idx
    on wagers using gin (tenant_id, name gin_trgm_ops, description gin_trgm_ops) with (fastupdate = off);

-- A page of matches from the id `from_id` to before the id `before_id`, newest first. The planner inlines the function, so
-- that the settings of its caller choose the plan.
create function wagers_matching_between(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select w.id
      from (
           select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience
             from wagers n
            where n.tenant_id = current_tenant_id() and (n.name ~* expression or n.description ~* expression)
              and n.id >= from_id and n.id < before_id
            order by n.id desc
           offset 0
           ) w
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
     limit page_size;
end;

-- Reads the wagers one after the other, newest first, until the page is full.
create function wagers_matching_by_age(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    set enable_sort = off
    set jit = off
    as $$
begin
    return query select m.id from wagers_matching_between(expression, from_id, before_id, page_size) m (id);
end
$$;

-- Asks the index of texts. It finds all wagers of the tenant if the expression contains no three characters in a row.
-- A plan for any expression and any range of ids would guess that the range is small, and read it instead.
create function wagers_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
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

-- The newest wagers before the id `before_id` whose name or description matches a regular expression. Frequent matches are
-- among the newest wagers, so those are read first; the index of texts finds rare ones.
create function wagers_matching(expression text, before_id bigint, page_size integer) returns setof bigint
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

-- How many characters of an invalid expression are valid, counted from its start.
create function valid_expression_length(expression text) returns integer
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    for size in reverse length(expression) - 1..1 loop
        begin
            perform '' ~* left(expression, size);
            return size;
        exception when invalid_regular_expression then
            -- Try one character less.
        end;
    end loop;
    return 0;
end
$$;

revoke all on function
    wagers_matching, wagers_matching_by_age, wagers_matching_by_index, wagers_matching_between from public;
grant execute on function wagers_matching to parlay_front;
