-- Wagers near a place, and search by regular expression. Over a million open wagers both answer from an index, which under
-- a policy is closed to operators that are not leakproof, as those of cube and of regular expressions are. So these
-- functions run as the owner: their first condition is always the present tenant, and they give ids alone, of what the
-- caller may see. What the ids name is then read under the policies.

-- A point of the earth in kilometres from its centre, on a sphere of the mean radius. The distance of two such points is
-- the chord between them.
create function earth_point(lat double precision, lon double precision) returns cube
    language sql immutable strict parallel safe
    return cube(
        cube(
            cube(6371.0088 * cos(radians(lat)) * cos(radians(lon))),
            6371.0088 * cos(radians(lat)) * sin(radians(lon))
        ),
        6371.0088 * sin(radians(lat))
    );

-- The chord below an arc of a great circle, and the arc above a chord, in kilometres.
create function chord_of(arc double precision) returns double precision
    language sql immutable strict parallel safe
    return 2 * 6371.0088 * sin(arc / (2 * 6371.0088));

create function arc_of(chord double precision) returns double precision
    language sql immutable strict parallel safe
    return 2 * 6371.0088 * asin(least(chord / (2 * 6371.0088), 1));

create index wagers_place_idx on wagers using gist (tenant_id, status, earth_point(lat, lon)) where lat is not null;
create index wagers_text_idx on wagers using gin (name gin_trgm_ops, description gin_trgm_ops);
create index accounts_text_idx
    on accounts using gin (username gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops);
-- The newest of a status, and of a category in it.
create index wagers_status_idx on wagers (tenant_id, status, id desc);
create index wagers_category_idx on wagers (tenant_id, status, category, id desc);

-- Whether the caller may see a wager of the present tenant as anybody may: what `wager_cards.is_visible` says, for where
-- many wagers are looked at and few are shown.
create function sees_wager(challenger bigint, challengee bigint, arbiter bigint, addressee bigint, audience text)
    returns boolean
    language plpgsql stable
    as $$
declare
    here constant bigint := parlay.current_tenant_id();
    caller constant bigint := parlay.current_account_id();
begin
    return caller in (challenger, challengee, arbiter)
        or (
            audience = 'public' or addressee = caller
            or audience = 'friends' and exists (
                select from parlay.friendships f
                 where f.tenant_id = here and f.account_a = least(challenger, caller)
                   and f.account_b = greatest(challenger, caller) and f.accepted_at is not null
            )
        )
        and not exists (
            select from parlay.blocks b
             where b.tenant_id = here and b.account_id = caller and b.blocked_id in (challenger, challengee)
        )
        and not exists (
            select from parlay.blocks b
             where b.tenant_id = here and b.blocked_id = caller and b.account_id in (challenger, challengee)
        );
end
$$;

-- Whether a wager is what a feed asks for. An open wager past its time counts as expired before the worker has written it.
-- `categories` and `centre` may be null. The planner takes it apart as if it stood there.
create function wager_fits(
    status text,
    category text,
    amount_cents bigint,
    closes_at timestamptz,
    place cube,
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre cube,
    reach double precision,
    at_time timestamptz
) returns boolean
    language sql stable
    as $$
    select case when status = 'open' and closes_at <= at_time then 'expired' else status end = any (statuses)
       and (categories is null or category = any (categories))
       and amount_cents between min_cents and max_cents
       and (centre is null or place <-> centre <= reach)
$$;

-- The newest wagers within the chord `reach` of a point that the caller may see, before the id `before_id`. Where many are
-- near, they are among the newest of all; where few are, the index of places finds them. The newest thousand tell which.
create function wagers_nearby(
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre cube,
    reach double precision,
    at_time timestamptz,
    before_id bigint,
    page_size integer
) returns setof bigint
    language plpgsql stable rows 26
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    depth integer;
    found_ids bigint[];
    seen bigint;
begin
    foreach depth in array array[1000, 8000] loop
        with newest as materialized (
            select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience, w.status, w.category,
                   w.amount_cents, w.closes_at, w.lat, w.lon
              from unnest(statuses) s (status)
              cross join lateral (
                  select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience, n.status,
                         n.category, n.amount_cents, n.closes_at, n.lat, n.lon
                    from wagers n
                   where n.tenant_id = here and n.status = s.status and n.id < before_id
                   order by n.id desc
                   limit depth
              ) w
             order by w.id desc
             limit depth
        )
        select array(
                   select w.id
                     from newest w
                    where wager_fits(w.status, w.category, w.amount_cents, w.closes_at, earth_point(w.lat, w.lon),
                                     statuses, categories, min_cents, max_cents, centre, reach, at_time)
                      and sees_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
                    order by w.id desc
                    limit page_size
               ),
               (select count(*) from newest)
          into found_ids, seen;
        if cardinality(found_ids) >= page_size or seen < depth then
            return query select unnest(found_ids);
            return;
        end if;
        -- Eight times as many would not fill the page.
        exit when cardinality(found_ids) * 8 < page_size;
    end loop;

    return query
    with near as materialized (
        select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience
          from unnest(statuses) s (status)
          join wagers w on w.tenant_id = here and w.status = s.status
         where w.lat is not null and earth_point(w.lat, w.lon) <@ cube_enlarge(centre, reach, 3) and w.id < before_id
           and wager_fits(w.status, w.category, w.amount_cents, w.closes_at, earth_point(w.lat, w.lon),
                          statuses, categories, min_cents, max_cents, centre, reach, at_time)
         order by w.id desc
    )
    select w.id
      from near w
     where sees_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
     limit page_size;
end
$$;

-- The nearest wagers that the caller may see, behind the chord `after_chord` and the id `before_id`; the chord is null for
-- the first page. The index gives them by distance, and must: how many are near is beyond the planner's estimates.
create function wagers_nearest(
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre cube,
    reach double precision,
    at_time timestamptz,
    after_chord double precision,
    before_id bigint,
    page_size integer,
    out wager_id bigint,
    out chord double precision
) returns setof record
    language plpgsql stable rows 26
    security definer
    set search_path = parlay, pg_temp
    set enable_bitmapscan = off
    set enable_sort = off
    as $$
declare
    here constant bigint := current_tenant_id();
begin
    return query
    select n.id, n.chord
      from unnest(statuses) s (status)
      cross join lateral (
          select w.id, w.chord
            from (
                 select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience,
                        earth_point(w.lat, w.lon) <-> centre as chord
                   from wagers w
                  where w.tenant_id = here and w.status = s.status and w.lat is not null
                    and earth_point(w.lat, w.lon) <@ cube_enlarge(centre, reach, 3)
                    and (after_chord is null
                         or (earth_point(w.lat, w.lon) <-> centre, -w.id) > (after_chord, -before_id))
                    and wager_fits(w.status, w.category, w.amount_cents, w.closes_at, earth_point(w.lat, w.lon),
                                   statuses, categories, min_cents, max_cents, centre, reach, at_time)
                  -- The index gives this order, and only this one.
                  order by earth_point(w.lat, w.lon) <-> centre
                 offset 0
                 ) w
           where sees_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
           order by w.chord, w.id desc
           limit page_size
      ) n
     order by n.chord, n.id desc
     limit page_size;
end
$$;

-- A page of the feed: what the caller posed or took, what friends of the caller posed, or both; what is nearby; or all.
-- The newest come first, or the nearest `by_distance`. `chord` is null where no place is asked for.
create function wagers_feed(
    is_mine boolean,
    of_friends boolean,
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre cube,
    reach double precision,
    by_distance boolean,
    at_time timestamptz,
    after_chord double precision,
    before_id bigint,
    page_size integer,
    out wager_id bigint,
    out chord double precision
) returns setof record
    language plpgsql stable rows 26
    as $$
declare
    here constant bigint := current_tenant_id();
    caller constant bigint := current_account_id();
    friends bigint[];
begin
    if of_friends then
        friends := array(
            select case when account_a = caller then account_b else account_a end
              from friendships
             where tenant_id = here and (account_a = caller or account_b = caller) and accepted_at is not null
        );
    end if;
    if is_mine or of_friends then
        return query
        with candidates as (
            select w.id, earth_point(w.lat, w.lon) <-> centre as chord
              from unnest(case when is_mine then array[caller] else friends end) p (id)
              cross join lateral (
                  select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience, n.lat, n.lon
                    from wagers n
                   where n.tenant_id = here and n.challenger_id = p.id
                     and (by_distance or n.id < before_id)
                     and (friends is null or n.challenger_id = any (friends))
                     and wager_fits(n.status, n.category, n.amount_cents, n.closes_at, earth_point(n.lat, n.lon),
                                    statuses, categories, min_cents, max_cents, centre, reach, at_time)
                     and sees_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                   order by n.id desc
                   limit case when by_distance then null else page_size end
              ) w
            union all
            select w.id, earth_point(w.lat, w.lon) <-> centre
              from (
                   select n.id, n.lat, n.lon
                     from wagers n
                    where is_mine and n.tenant_id = here and n.challengee_id = caller
                      and (by_distance or n.id < before_id)
                      and (friends is null or n.challenger_id = any (friends))
                      and wager_fits(n.status, n.category, n.amount_cents, n.closes_at, earth_point(n.lat, n.lon),
                                     statuses, categories, min_cents, max_cents, centre, reach, at_time)
                    order by n.id desc
                    limit case when by_distance then null else page_size end
                   ) w
        )
        select c.id, c.chord
          from candidates c
         where not by_distance or after_chord is null or (c.chord, -c.id) > (after_chord, -before_id)
         order by case when by_distance then c.chord end, c.id desc
         limit page_size;
    elsif by_distance then
        return query
        select n.wager_id, n.chord
          from wagers_nearest(statuses, categories, min_cents, max_cents, centre, reach, at_time, after_chord,
                              before_id, page_size) n;
    elsif centre is not null then
        return query
        select n.id, earth_point(w.lat, w.lon) <-> centre
          from wagers_nearby(statuses, categories, min_cents, max_cents, centre, reach, at_time, before_id, page_size)
               n (id)
          join wagers w on w.tenant_id = here and w.id = n.id;
    elsif categories is not null then
        return query
        select w.id, null::double precision
          from unnest(statuses) s (status)
          cross join unnest(categories) c (category)
          cross join lateral (
              select n.id
                from wagers n
               where n.tenant_id = here and n.status = s.status and n.category = c.category and n.id < before_id
                 and wager_fits(n.status, n.category, n.amount_cents, n.closes_at, null, statuses, null, min_cents,
                                max_cents, null, null, at_time)
                 and sees_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
               order by n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    else
        return query
        select w.id, null::double precision
          from unnest(statuses) s (status)
          cross join lateral (
              select n.id
                from wagers n
               where n.tenant_id = here and n.status = s.status and n.id < before_id
                 and wager_fits(n.status, n.category, n.amount_cents, n.closes_at, null, statuses, null, min_cents,
                                max_cents, null, null, at_time)
                 and sees_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
               order by n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    end if;
end
$$;

-- What the index finds, and nothing else does: an expression that says nothing to it reads all of the tenant. Not for
-- others to call.
create function wagers_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26
    security definer
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    as $$
begin
    return query
    with matching as materialized (
        select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience
          from wagers w
         where w.tenant_id = current_tenant_id() and (w.name ~* expression or w.description ~* expression)
           and w.id < before_id
         order by w.id desc
    )
    select w.id
      from matching w
     where sees_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
     limit page_size;
end
$$;

-- The newest wagers whose name or description matches a regular expression and that the caller may see, before the id
-- `before_id`. As above: what matches often is among the newest.
create function wagers_matching(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    depth integer;
    found_ids bigint[];
    seen bigint;
begin
    -- An invalid expression is refused also where there is nothing to be found.
    perform '' ~* expression;
    foreach depth in array array[500, 13500] loop
        with newest as materialized (
            select id, name, description, challenger_id, challengee_id, arbiter_id, addressee_id, audience
              from wagers
             where tenant_id = here and id < before_id
             order by id desc
             limit depth
        )
        select array(
                   select w.id
                     from newest w
                    where (w.name ~* expression or w.description ~* expression)
                      and sees_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
                    order by w.id desc
                    limit page_size
               ),
               (select count(*) from newest)
          into found_ids, seen;
        if cardinality(found_ids) >= page_size or seen < depth then
            return query select unnest(found_ids);
            return;
        end if;
        -- 27 times as many would not fill the page.
        exit when cardinality(found_ids) * 27 < page_size;
    end loop;
    return query select wagers_matching_by_index(expression, before_id, page_size);
end
$$;

create function people_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26
    security definer
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_indexscan = off
    as $$
begin
    return query
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active'
       and (a.username ~* expression or a.first_name ~* expression or a.last_name ~* expression)
       and a.id < before_id
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
end
$$;

-- The people whose username, first or last name matches, those who joined last first.
create function people_matching(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    found_ids bigint[];
    seen bigint;
begin
    perform '' ~* expression;
    with newest as materialized (
        select id, status, username, first_name, last_name
          from accounts
         where tenant_id = here and id < before_id
         order by id desc
         limit 2000
    )
    select array(
               select a.id
                 from newest a
                where a.status = 'active'
                  and (a.username ~* expression or a.first_name ~* expression or a.last_name ~* expression)
                  and not exists (
                      select from blocks b
                       where b.tenant_id = here and b.account_id = current_account_id() and b.blocked_id = a.id
                  )
                  and not exists (
                      select from blocks b
                       where b.tenant_id = here and b.blocked_id = current_account_id() and b.account_id = a.id
                  )
                order by a.id desc
                limit page_size
           ),
           (select count(*) from newest)
      into found_ids, seen;
    if cardinality(found_ids) >= page_size or seen < 2000 then
        return query select unnest(found_ids);
    else
        return query select people_matching_by_index(expression, before_id, page_size);
    end if;
end
$$;

-- How much of an expression that is refused is valid from its start on, in characters.
create function valid_expression_length(expression text) returns integer
    language plpgsql stable
    as $$
begin
    for size in reverse length(expression) - 1..1 loop
        begin
            perform '' ~* left(expression, size);
            return size;
        exception when invalid_regular_expression then
            -- Shorter, then.
        end;
    end loop;
    return 0;
end
$$;

do $$
declare
    definer regprocedure;
begin
    for definer in
        select oid from pg_proc
         where pronamespace = 'parlay'::regnamespace
           and proname in ('wagers_nearby', 'wagers_nearest', 'wagers_matching', 'wagers_matching_by_index',
                           'people_matching', 'people_matching_by_index')
    loop
        execute format('revoke all on function %s from public', definer);
    end loop;
end
$$;
grant execute on function wagers_nearby, wagers_nearest, wagers_matching, people_matching to parlay_front;
