-- compatible: yes
-- Search for people by parts of their names, in every tenant, and people who do not want to be found.

-- Whether the person with these settings may be found by searches.
create function is_searchable(settings jsonb) returns boolean
    language sql immutable parallel safe
    return settings -> 'searchable' is distinct from 'false'::jsonb;

-- The search by regular expression (people_search) as it was, without those people.
create or replace function people_matching_between(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active' and is_searchable(a.settings)
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

-- A page of people from the id `from_id` to before the id `before_id`, newest first, in whose names every pattern is
-- found. The first one asks the index; accounts without a first or last name have null there. It works like
-- people_matching_between.
create function people_named_between(patterns text[], from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active' and is_searchable(a.settings)
       and (a.username ilike patterns[1] or a.first_name ilike patterns[1] or a.last_name ilike patterns[1])
       and not exists (
           select from unnest(patterns[2:]) p (pattern)
            where (a.username ilike p.pattern or a.first_name ilike p.pattern or a.last_name ilike p.pattern)
                  is not true
       )
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
create function people_named_by_age(patterns text[], from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    set enable_sort = off
    set jit = off
    as $$
begin
    return query select m.id from people_named_between(patterns, from_id, before_id, page_size) m (id);
end
$$;

-- Asks the index of names; see people_matching_by_index.
create function people_named_by_index(patterns text[], before_id bigint, page_size integer) returns setof bigint
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

-- The people in whose username, first or last name each of the `like` patterns is found, before the id `before_id`,
-- newest first. Put the longest pattern first.
create function people_named(patterns text[], before_id bigint, page_size integer) returns setof bigint
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

revoke all on function people_named, people_named_by_age, people_named_by_index, people_named_between from public;
grant execute on function people_named to parlay_front;
