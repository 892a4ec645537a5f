-- compatible: no
-- Pages of the feed, as ids of wagers that the caller may see: the newest, the newest near a place, and the nearest. The
-- rows are then read under the policies. Under a policy, operators that are not leakproof, such as those of points, cannot
-- use an index. The functions that need one run as the owner, and their first condition is the current tenant.

-- The great-circle distance between two points on a sphere with the earth's mean radius (haversine formula). The factor
-- keeps the rounding of opposite points within the domain of asin(), where least() would cost a call for each row.
create function great_circle_km(
    lat double precision,
    lon double precision,
    other_lat double precision,
    other_lon double precision
) returns double precision
    language sql immutable strict parallel safe
    return 2 * 6371.0088 * asin(
        0.999999999999999 * sqrt(
            power(sin(radians(other_lat - lat) / 2), 2)
            + cos(radians(lat)) * cos(radians(other_lat)) * power(sin(radians(other_lon - lon) / 2), 2)
        )
    );

-- Boxes of degrees that contain all points within the radius: two if they meet at the date line.
create function boxes_around(lat double precision, lon double precision, radius_km double precision) returns box[]
    language plpgsql immutable strict parallel safe
    set search_path = parlay, pg_temp
    as $$
declare
    margin constant double precision := 1e-6;
    south constant double precision := greatest(lat - degrees(radius_km / 6371.0088) - margin, -90);
    north constant double precision := least(lat + degrees(radius_km / 6371.0088) + margin, 90);
    half double precision;
begin
    if south <= -90 or north >= 90 then
        return array[box(point(-180, south), point(180, north))];
    end if;
    -- A circle is widest where it touches a meridian.
    half := degrees(asin(sin(radius_km / 6371.0088) / cos(radians(lat)))) + margin;
    if lon - half < -180 then
        return array[box(point(-180, south), point(lon + half, north)),
                     box(point(lon - half + 360, south), point(180, north))];
    elsif lon + half > 180 then
        return array[box(point(lon - half, south), point(180, north)),
                     box(point(-180, south), point(lon + half - 360, north))];
    end if;
    return array[box(point(lon - half, south), point(lon + half, north))];
end
$$;

-- Points in the plane, because an index of cubes takes milliseconds for each of many points in a line.
create index wagers_place_idx on wagers using gist (tenant_id, status, point(lon, lat)) where lat is not null;
-- The newest of a status, and of a category in it.
create index wagers_status_idx on wagers (tenant_id, status, id);
create index wagers_category_idx on wagers (tenant_id, status, category, id);

-- What a feed asks for.
create type wager_filter as (
    statuses text[],
    -- Null for all.
    categories text[],
    min_cents bigint,
    max_cents bigint,
    -- Only wagers within the radius of this place; null for all.
    lat double precision,
    lon double precision,
    radius_km double precision,
    -- An open wager that ends before this time counts as expired, also before the worker has written it.
    at_time timestamptz
);

-- Which page of a feed.
create type wager_page as (
    -- The nearest wagers first, not the newest.
    by_distance boolean,
    -- The last wager of the previous page; null and the greatest id for the first page.
    after_km double precision,
    before_id bigint,
    size integer
);

-- Whether a wager at this distance matches the filter. The planner inlines the function.
create function wager_matches_filter(
    status text,
    category text,
    amount_cents bigint,
    closes_at timestamptz,
    km double precision,
    filter wager_filter
) returns boolean
    language sql stable
    return (
        case when status = 'open' and closes_at <= (filter).at_time then 'expired' else status end
            = any ((filter).statuses)
        and ((filter).categories is null or category = any ((filter).categories))
        and amount_cents between (filter).min_cents and (filter).max_cents
        and ((filter).radius_km is null or km <= (filter).radius_km)
    );

-- The tenant's wagers that match the filter, whether the caller may see them or not. The planner inlines the function.
create function filtered_wagers(filter wager_filter)
    returns table (
        id bigint,
        challenger_id bigint,
        challengee_id bigint,
        arbiter_id bigint,
        addressee_id bigint,
        audience text,
        status text,
        category text,
        lat double precision,
        lon double precision,
        km double precision
    )
    language sql stable
begin atomic
    select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience, w.status, w.category, w.lat,
           w.lon, great_circle_km(w.lat, w.lon, (filter).lat, (filter).lon)
      from wagers w
     where w.tenant_id = current_tenant_id()
       and wager_matches_filter(w.status, w.category, w.amount_cents, w.closes_at,
                                great_circle_km(w.lat, w.lon, (filter).lat, (filter).lon), filter);
end;

-- The same for a filter with a place, by the index of places. The planner inlines the function.
create function wagers_within(filter wager_filter)
    returns table (
        id bigint,
        challenger_id bigint,
        challengee_id bigint,
        arbiter_id bigint,
        addressee_id bigint,
        audience text,
        km double precision
    )
    language sql stable
begin atomic
    select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience, w.km
      from unnest((filter).statuses) s (status)
      cross join unnest(boxes_around((filter).lat, (filter).lon, (filter).radius_km)) b (extent)
      join filtered_wagers(filter) w on w.status = s.status and point(w.lon, w.lat) <@ b.extent
     where w.lat is not null;
end;

-- The newest wagers nearby before the id `before_id`. Where many wagers are near, some are among the newest of all; where
-- few are, the index of places finds them. The newest thousand show which is the case.
create function wagers_nearby(filter wager_filter, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
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
              from unnest(filter.statuses) s (status)
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
                    where wager_matches_filter(w.status, w.category, w.amount_cents, w.closes_at,
                                               great_circle_km(w.lat, w.lon, filter.lat, filter.lon), filter)
                      and can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
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
    select w.id
      from (
           select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience
             from wagers_within(filter) n
            where n.id < before_id
            order by n.id desc
           offset 0
           ) w
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
     limit page_size;
end
$$;

-- The nearest wagers after the distance `after_km`, and at that distance before the id `before_id`. Looks around the place
-- in rings, each twice as wide as the one before, until they hold a page.
-- Planning each ring would take longer than reading it, and only the index of places fits.
create function wagers_nearest(
    filter wager_filter,
    after_km double precision,
    before_id bigint,
    page_size integer,
    out wager_id bigint,
    out km double precision
) returns setof record
    language plpgsql stable rows 26 cost 20000
    security definer
    set search_path = parlay, pg_temp
    set plan_cache_mode = force_generic_plan
    as $$
declare
    radius_km constant double precision := filter.radius_km;
    found_ids bigint[];
    distances double precision[];
begin
    filter.radius_km := least(greatest(after_km * 1.25, 0.5), radius_km);
    loop
        select array_agg(n.id order by n.km, n.id desc), array_agg(n.km order by n.km, n.id desc)
          into found_ids, distances
          from (
               select w.id, w.km
                 from (
                      select c.id, c.challenger_id, c.challengee_id, c.arbiter_id, c.addressee_id, c.audience, c.km
                        from wagers_within(filter) c
                       where after_km is null or (c.km, -c.id) > (after_km, -before_id)
                       order by c.km, c.id desc
                      offset 0
                      ) w
                where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
                limit page_size
               ) n;
        exit when cardinality(found_ids) >= page_size or filter.radius_km >= radius_km;
        filter.radius_km := least(filter.radius_km * 2, radius_km);
    end loop;
    return query select n.id, n.distance from unnest(found_ids, distances) n (id, distance);
end
$$;

-- The newest wagers before the id `before_id`, by an index in its order, until the page is full. The planner cannot estimate
-- how many rows a filter or the visibility leaves; a bad guess would make it check and sort all wagers, so sorting is
-- disabled (the page itself is sorted anyway). The conditions and the order name all columns of the index, so that no
-- other index fits: one without the status would be read to its end for a rare status.
create function wagers_newest(filter wager_filter, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_sort = off
    set enable_incremental_sort = off
    set jit = off
    as $$
begin
    if filter.categories is null then
        return query
        select w.id
          from unnest(filter.statuses) s (status)
          cross join lateral (
              select n.id
                from (
                     select o.id, o.challenger_id, o.challengee_id, o.arbiter_id, o.addressee_id, o.audience, o.status
                       from filtered_wagers(filter) o
                      where (o.status, o.id) < (s.status, before_id) and o.status >= s.status
                      order by o.status desc, o.id desc
                     offset 0
                     ) n
               where can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
               order by n.status desc, n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    else
        return query
        select w.id
          from unnest(filter.statuses) s (status)
          cross join unnest(filter.categories) c (category)
          cross join lateral (
              select n.id
                from (
                     select o.id, o.challenger_id, o.challengee_id, o.arbiter_id, o.addressee_id, o.audience, o.status,
                            o.category
                       from filtered_wagers(filter) o
                      where (o.status, o.category, o.id) < (s.status, c.category, before_id)
                        and (o.status, o.category) >= (s.status, c.category)
                      order by o.status desc, o.category desc, o.id desc
                     offset 0
                     ) n
               where can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
               order by n.status desc, n.category desc, n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    end if;
end
$$;

-- A page of the feed: the wagers that the caller posed or took, that friends of the caller posed, or both; those nearby; or
-- all. `km` is null without a place.
create function wagers_feed(
    is_mine boolean,
    of_friends boolean,
    filter wager_filter,
    page wager_page,
    out wager_id bigint,
    out km double precision
) returns setof record
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
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
            select w.id, w.km
              from unnest(case when is_mine then array[caller] else friends end) p (id)
              cross join lateral (
                  select n.id, n.km
                    from filtered_wagers(filter) n
                   where n.challenger_id = p.id
                     and (page.by_distance or n.id < page.before_id)
                     and (friends is null or n.challenger_id = any (friends))
                     and can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                   order by n.id desc
                   limit case when page.by_distance then null else page.size end
              ) w
            union all
            (
                select n.id, n.km
                  from filtered_wagers(filter) n
                 where is_mine and n.challengee_id = caller
                   and (page.by_distance or n.id < page.before_id)
                   and (friends is null or n.challenger_id = any (friends))
                 order by n.id desc
                 limit case when page.by_distance then null else page.size end
            )
        )
        select c.id, c.km
          from candidates c
         where not page.by_distance or page.after_km is null or (c.km, -c.id) > (page.after_km, -page.before_id)
         order by case when page.by_distance then c.km end, c.id desc
         limit page.size;
    elsif page.by_distance then
        return query
        select n.wager_id, n.km
          from wagers_nearest(filter, page.after_km, page.before_id, page.size) n;
    elsif filter.lat is not null then
        return query
        select n.id, great_circle_km(w.lat, w.lon, filter.lat, filter.lon)
          from wagers_nearby(filter, page.before_id, page.size) n (id)
          join wagers w on w.tenant_id = here and w.id = n.id;
    else
        return query
        select n.id, null::double precision
          from wagers_newest(filter, page.before_id, page.size) n (id);
    end if;
end
$$;

revoke all on function wagers_nearby, wagers_nearest from public;
grant execute on function wagers_nearby, wagers_nearest to parlay_front;
