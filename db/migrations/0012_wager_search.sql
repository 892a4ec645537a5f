-- compatible: no
-- Wagers near a place, and search by regular expression. Over a million open wagers both answer from an index, which under
-- a policy is closed to operators that are not leakproof, as those of points and of regular expressions are. So these
-- functions run as the owner: their first condition is always the present tenant, and they give ids alone, of what the
-- caller may see. What the ids name is then read under the policies.

-- The length of the great circle's arc between two points, on a sphere of the earth's mean radius (haversine formula). The
-- factor keeps the rounding of opposite points within the domain of asin(), where least() would cost a call for each row.
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

-- Boxes of degrees that hold all that is so near, and a little more: two where they meet at the date line.
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
    -- Where the circle touches a meridian, it is as wide as it gets.
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

-- Of points in the plane, for the index of cube takes many milliseconds for each of many points in a line.
create index wagers_place_idx on wagers using gist (tenant_id, status, point(lon, lat)) where lat is not null;
-- Led by the tenant, so that the size of one tenant is nothing to the searches of another. For the same reason without the
-- list of pending entries, which all tenants would fill and every search would read from end to end.
create index wagers_text_idx
    on wagers using gin (tenant_id, name gin_trgm_ops, description gin_trgm_ops) with (fastupdate = off);
create index accounts_text_idx
    on accounts using gin (tenant_id, username gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops)
    with (fastupdate = off);
-- The newest of a status, and of a category in it.
create index wagers_status_idx on wagers (tenant_id, status, id);
create index wagers_category_idx on wagers (tenant_id, status, category, id);

-- Whether a wager is what a feed asks for. An open wager past its time counts as expired before the worker has written it.
-- `categories` and the centre may be null. The planner takes it apart as if it stood there.
create function wager_matches_filter(
    status text,
    category text,
    amount_cents bigint,
    closes_at timestamptz,
    lat double precision,
    lon double precision,
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre_lat double precision,
    centre_lon double precision,
    radius_km double precision,
    at_time timestamptz
) returns boolean
    language sql stable
    return (
        case when status = 'open' and closes_at <= at_time then 'expired' else status end = any (statuses)
        and (categories is null or category = any (categories))
        and amount_cents between min_cents and max_cents
        and (centre_lat is null or great_circle_km(lat, lon, centre_lat, centre_lon) <= radius_km)
    );

-- The newest wagers nearby that the caller may see, before the id `before_id`. Where many are
-- near, they are among the newest of all; where few are, the index of places finds them. The newest thousand tell which.
create function wagers_nearby(
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre_lat double precision,
    centre_lon double precision,
    radius_km double precision,
    at_time timestamptz,
    before_id bigint,
    page_size integer
) returns setof bigint
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
                    where wager_matches_filter(w.status, w.category, w.amount_cents, w.closes_at, w.lat, w.lon, statuses,
                                     categories, min_cents, max_cents, centre_lat, centre_lon, radius_km, at_time)
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
    with near as materialized (
        select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience
          from unnest(statuses) s (status)
          cross join unnest(boxes_around(centre_lat, centre_lon, radius_km)) b (extent)
          join wagers w on w.tenant_id = here and w.status = s.status and point(w.lon, w.lat) <@ b.extent
         where w.lat is not null and w.id < before_id
           and wager_matches_filter(w.status, w.category, w.amount_cents, w.closes_at, w.lat, w.lon, statuses, categories,
                          min_cents, max_cents, centre_lat, centre_lon, radius_km, at_time)
         order by w.id desc
    )
    select w.id
      from near w
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
     limit page_size;
end
$$;

-- The nearest wagers that the caller may see, behind the distance `after_km` and the id `before_id`; the distance is null
-- for the first page. Looks around the place in rings, each twice as wide, until they hold a page.
create function wagers_nearest(
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre_lat double precision,
    centre_lon double precision,
    radius_km double precision,
    at_time timestamptz,
    after_km double precision,
    before_id bigint,
    page_size integer,
    out wager_id bigint,
    out km double precision
) returns setof record
    language plpgsql stable rows 26 cost 20000
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    ring double precision := least(greatest(after_km * 1.25, 0.5), radius_km);
    found_ids bigint[];
    distances double precision[];
begin
    loop
        select array_agg(n.id order by n.km, n.id desc), array_agg(n.km order by n.km, n.id desc)
          into found_ids, distances
          from (
               select w.id, w.km
                 from (
                      select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience,
                             great_circle_km(w.lat, w.lon, centre_lat, centre_lon) as km
                        from unnest(statuses) s (status)
                        cross join unnest(boxes_around(centre_lat, centre_lon, ring)) b (extent)
                        join wagers w on w.tenant_id = here and w.status = s.status and point(w.lon, w.lat) <@ b.extent
                       where w.lat is not null
                         and (after_km is null
                              or (great_circle_km(w.lat, w.lon, centre_lat, centre_lon), -w.id) > (after_km, -before_id))
                         and wager_matches_filter(w.status, w.category, w.amount_cents, w.closes_at, w.lat, w.lon, statuses,
                                        categories, min_cents, max_cents, centre_lat, centre_lon, ring, at_time)
                       order by km, w.id desc
                      offset 0
                      ) w
                where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
                limit page_size
               ) n;
        exit when cardinality(found_ids) >= page_size or ring >= radius_km;
        ring := least(ring * 2, radius_km);
    end loop;
    return query select n.id, n.distance from unnest(found_ids, distances) n (id, distance);
end
$$;

-- The newest wagers that the caller may see, before the id `before_id`: read in the order of an index, and judged one by one
-- until the page is full. How many rows a filter or the visibility leaves is beyond the planner's guesses, and by a bad one
-- it would judge and sort all; so sorting is closed to it, but for the page itself. Rows are compared and ordered by all of
-- the index's columns, so that no other index will do: one without the status would be read to its end for a rare one.
create function wagers_newest(
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    at_time timestamptz,
    before_id bigint,
    page_size integer
) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_sort = off
    set enable_incremental_sort = off
    set jit = off
    as $$
declare
    here constant bigint := current_tenant_id();
begin
    if categories is null then
        return query
        select w.id
          from unnest(statuses) s (status)
          cross join lateral (
              select n.id
                from (
                     select o.id, o.challenger_id, o.challengee_id, o.arbiter_id, o.addressee_id, o.audience, o.status,
                            o.category, o.amount_cents, o.closes_at
                       from wagers o
                      where o.tenant_id = here and (o.status, o.id) < (s.status, before_id) and o.status >= s.status
                      order by o.status desc, o.id desc
                     offset 0
                     ) n
               where wager_matches_filter(n.status, n.category, n.amount_cents, n.closes_at, null, null, statuses, null,
                                          min_cents, max_cents, null, null, null, at_time)
                 and can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
               order by n.status desc, n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    else
        return query
        select w.id
          from unnest(statuses) s (status)
          cross join unnest(categories) c (category)
          cross join lateral (
              select n.id
                from (
                     select o.id, o.challenger_id, o.challengee_id, o.arbiter_id, o.addressee_id, o.audience, o.status,
                            o.category, o.amount_cents, o.closes_at
                       from wagers o
                      where o.tenant_id = here and (o.status, o.category, o.id) < (s.status, c.category, before_id)
                        and (o.status, o.category) >= (s.status, c.category)
                      order by o.status desc, o.category desc, o.id desc
                     offset 0
                     ) n
               where wager_matches_filter(n.status, n.category, n.amount_cents, n.closes_at, null, null, statuses, null,
                                          min_cents, max_cents, null, null, null, at_time)
                 and can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
               order by n.status desc, n.category desc, n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    end if;
end
$$;

-- A page of the feed: what the caller posed or took, what friends of the caller posed, or both; what is nearby; or all.
-- The newest come first, or the nearest `by_distance`. `km` is null where no place is asked for.
create function wagers_feed(
    is_mine boolean,
    of_friends boolean,
    statuses text[],
    categories text[],
    min_cents bigint,
    max_cents bigint,
    centre_lat double precision,
    centre_lon double precision,
    radius_km double precision,
    by_distance boolean,
    at_time timestamptz,
    after_km double precision,
    before_id bigint,
    page_size integer,
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
            select w.id, great_circle_km(w.lat, w.lon, centre_lat, centre_lon) as km
              from unnest(case when is_mine then array[caller] else friends end) p (id)
              cross join lateral (
                  select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience, n.lat, n.lon
                    from wagers n
                   where n.tenant_id = here and n.challenger_id = p.id
                     and (by_distance or n.id < before_id)
                     and (friends is null or n.challenger_id = any (friends))
                     and wager_matches_filter(n.status, n.category, n.amount_cents, n.closes_at, n.lat, n.lon, statuses,
                                    categories, min_cents, max_cents, centre_lat, centre_lon, radius_km, at_time)
                     and can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                   order by n.id desc
                   limit case when by_distance then null else page_size end
              ) w
            union all
            select w.id, great_circle_km(w.lat, w.lon, centre_lat, centre_lon)
              from (
                   select n.id, n.lat, n.lon
                     from wagers n
                    where is_mine and n.tenant_id = here and n.challengee_id = caller
                      and (by_distance or n.id < before_id)
                      and (friends is null or n.challenger_id = any (friends))
                      and wager_matches_filter(n.status, n.category, n.amount_cents, n.closes_at, n.lat, n.lon, statuses,
                                     categories, min_cents, max_cents, centre_lat, centre_lon, radius_km, at_time)
                    order by n.id desc
                    limit case when by_distance then null else page_size end
                   ) w
        )
        select c.id, c.km
          from candidates c
         where not by_distance or after_km is null or (c.km, -c.id) > (after_km, -before_id)
         order by case when by_distance then c.km end, c.id desc
         limit page_size;
    elsif by_distance then
        return query
        select n.wager_id, n.km
          from wagers_nearest(statuses, categories, min_cents, max_cents, centre_lat, centre_lon, radius_km, at_time,
                              after_km, before_id, page_size) n;
    elsif centre_lat is not null then
        return query
        select n.id, great_circle_km(w.lat, w.lon, centre_lat, centre_lon)
          from wagers_nearby(statuses, categories, min_cents, max_cents, centre_lat, centre_lon, radius_km, at_time,
                             before_id, page_size) n (id)
          join wagers w on w.tenant_id = here and w.id = n.id;
    else
        return query
        select n.id, null::double precision
          from wagers_newest(statuses, categories, min_cents, max_cents, at_time, before_id, page_size) n (id);
    end if;
end
$$;

-- What the index finds, and nothing else does: an expression that says nothing to it reads all of the tenant. Not for
-- others to call.
create function wagers_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
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
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
     limit page_size;
end
$$;

-- The newest wagers whose name or description matches a regular expression and that the caller may see, before the id
-- `before_id`. As above: what matches often is among the newest.
create function wagers_matching(expression text, before_id bigint, page_size integer) returns setof bigint
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
        -- 27 times as many would not fill the page.
        exit when cardinality(found_ids) * 27 < page_size;
    end loop;
    return query select wagers_matching_by_index(expression, before_id, page_size);
end
$$;

create function people_matching_by_index(expression text, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
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
    language plpgsql stable rows 26 cost 20000
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    found_ids bigint[];
    seen bigint;
begin
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
    set search_path = parlay, pg_temp
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

-- What profiles show of a person's wagers, counted when a wager is completed, when its outcome is taken back, and when
-- somebody rates. Apart from the accounts, whose rows and versions it must not touch.
create table wager_figures (
    tenant_id bigint not null,
    account_id bigint not null,
    -- Won minus lost.
    pnl_cents bigint not null default 0,
    won integer not null default 0 constraint wager_figures_won_check check (won >= 0),
    lost integer not null default 0 constraint wager_figures_lost_check check (lost >= 0),
    rating_sum bigint not null default 0,
    rating_count integer not null default 0,
    primary key (tenant_id, account_id),
    constraint wager_figures_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 80);
call protect('wager_figures');

-- Adds, or takes back, what outcomes mean for both sides: once for each account and in the order of their ids, so that
-- transactions which count for the same people wait for each other and never in a circle.
create function count_wager_outcomes() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if tg_op = 'INSERT' then
        insert into wager_figures as f (tenant_id, account_id, pnl_cents, won, lost)
        select n.tenant_id, s.account_id, sum(case when s.has_won then n.amount_cents else -n.amount_cents end),
               count(*) filter (where s.has_won), count(*) filter (where not s.has_won)
          from new_wagers n
          cross join lateral (
              values (n.challenger_id, n.winner = 'challenger'), (n.challengee_id, n.winner = 'challengee')
          ) s (account_id, has_won)
         where n.winner is not null
         group by n.tenant_id, s.account_id
         order by n.tenant_id, s.account_id
        on conflict (tenant_id, account_id) do update
           set pnl_cents = f.pnl_cents + excluded.pnl_cents, won = f.won + excluded.won, lost = f.lost + excluded.lost;
        return null;
    end if;
    -- A check would refuse the row of a loss that is taken back before the update meets it: so two steps.
    insert into wager_figures (tenant_id, account_id)
    select n.tenant_id, s.account_id
      from new_wagers n
      join old_wagers o on o.tenant_id = n.tenant_id and o.id = n.id and o.winner is distinct from n.winner
      cross join lateral (values (n.challenger_id), (n.challengee_id)) s (account_id)
     group by n.tenant_id, s.account_id
     order by n.tenant_id, s.account_id
    on conflict (tenant_id, account_id) do nothing;
    with changed as (
        select c.tenant_id, s.account_id,
               sum(case when s.has_won then c.amount_cents else -c.amount_cents end * c.sign) as pnl_cents,
               coalesce(sum(c.sign) filter (where s.has_won), 0) as won,
               coalesce(sum(c.sign) filter (where not s.has_won), 0) as lost
          from (
               select o.tenant_id, o.challenger_id, o.challengee_id, o.amount_cents, o.winner, -1 as sign
                 from old_wagers o
                 join new_wagers n on n.tenant_id = o.tenant_id and n.id = o.id and o.winner is distinct from n.winner
               union all
               select n.tenant_id, n.challenger_id, n.challengee_id, n.amount_cents, n.winner, 1
                 from new_wagers n
                 join old_wagers o on o.tenant_id = n.tenant_id and o.id = n.id and o.winner is distinct from n.winner
               ) c
          cross join lateral (
              values (c.challenger_id, c.winner = 'challenger'), (c.challengee_id, c.winner = 'challengee')
          ) s (account_id, has_won)
         where c.winner is not null
         group by c.tenant_id, s.account_id
    ), locked as materialized (
        select f.tenant_id, f.account_id
          from wager_figures f
          join changed c on c.tenant_id = f.tenant_id and c.account_id = f.account_id
         order by f.tenant_id, f.account_id
           for update of f
    )
    update wager_figures f
       set pnl_cents = f.pnl_cents + c.pnl_cents, won = f.won + c.won, lost = f.lost + c.lost
      from changed c
      join locked l on l.tenant_id = c.tenant_id and l.account_id = c.account_id
     where f.tenant_id = c.tenant_id and f.account_id = c.account_id;
    return null;
end
$$;
create trigger count_posed_wager_outcomes after insert on wagers
    referencing new table as new_wagers for each statement execute function count_wager_outcomes();
create trigger count_wager_outcomes after update on wagers
    referencing old table as old_wagers new table as new_wagers
    for each statement execute function count_wager_outcomes();

create function count_wager_rating() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    insert into wager_figures as f (tenant_id, account_id, rating_sum, rating_count)
    values (new.tenant_id, new.rated_id, new.rating, 1)
    on conflict (tenant_id, account_id) do update
       set rating_sum = f.rating_sum + excluded.rating_sum, rating_count = f.rating_count + 1;
    return null;
end
$$;
create trigger count_wager_rating after insert on wager_ratings
    for each row execute function count_wager_rating();

grant select, insert, update, delete on wager_figures to parlay_front, parlay_worker;
