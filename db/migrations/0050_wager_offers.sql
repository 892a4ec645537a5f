-- compatible: yes
-- Offers: those that are addressed can be declined, suspended people offer nothing, and a wager has up to three categories.

alter table wagers drop constraint wagers_status_check;
alter table wagers add constraint wagers_status_check
    check (status in ('open', 'active', 'completed', 'disputed', 'confirmed', 'cancelled', 'expired', 'declined'));
alter table wagers drop constraint wagers_taken_check;
alter table wagers add constraint wagers_taken_check
    check (
        (challengee_id is null) = (taken_at is null)
        and case status when 'open' then taken_at is null when 'expired' then taken_at is null
                        when 'declined' then taken_at is null when 'cancelled' then true
                        else taken_at is not null end
    );
-- Only the one to whom it was offered declines.
alter table wagers add constraint wagers_declined_check check (status <> 'declined' or addressee_id is not null);

-- The possible moves. Only the operator and moderators cancel a completed wager.
create or replace function guard_wager_moves() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if (old.status, new.status) not in (
        ('open', 'active'), ('open', 'expired'), ('open', 'cancelled'), ('open', 'declined'),
        ('active', 'completed'), ('active', 'disputed'), ('active', 'cancelled'),
        ('disputed', 'completed'), ('disputed', 'cancelled'),
        ('completed', 'confirmed'), ('completed', 'cancelled')
    ) then
        raise exception 'a wager cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'wagers_moves_check', table = 'wagers';
    end if;
    return null;
end
$$;

-- Further categories besides `category`. Columns, because each has an index in the order of the feed.
alter table wagers
    add column second_category text
        constraint wagers_second_category_check check (length(second_category) between 1 and 50),
    add column third_category text constraint wagers_third_category_check check (length(third_category) between 1 and 50),
    add constraint wagers_categories_check
        check (
            (third_category is null or second_category is not null)
            and category is distinct from second_category and category is distinct from third_category
            and (second_category is null or second_category is distinct from third_category)
        );
create index wagers_second_category_idx on wagers (tenant_id, status, second_category, id)
    where second_category is not null;
create index wagers_third_category_idx on wagers (tenant_id, status, third_category, id) where third_category is not null;

-- The terms do not change after the wager is taken.
drop trigger guard_wager_terms on wagers;
create trigger guard_wager_terms
    before update of name, description, amount_cents, category, second_category, third_category, audience, addressee_id,
        lat, lon, closes_at, challenger_id, challengee_id, winner
    on wagers
    for each row
    when (
        (old.name, old.description, old.amount_cents, old.category, old.second_category, old.third_category,
         old.audience, old.addressee_id, old.lat, old.lon, old.closes_at, old.challenger_id)
            is distinct from
        (new.name, new.description, new.amount_cents, new.category, new.second_category, new.third_category,
         new.audience, new.addressee_id, new.lat, new.lon, new.closes_at, new.challenger_id)
        and (old.status <> 'open' or old.challenger_id <> new.challenger_id)
        or old.challengee_id <> new.challengee_id
        or old.challengee_id is not null and new.challengee_id is null
        or old.winner <> new.winner
    )
    execute function guard_wager_terms();

-- Whether lists show a wager that the caller may see: not the offers of other people who are suspended. All names are
-- qualified, as in can_view_wager.
create function is_listed_wager(wager bigint, status text, challenger bigint) returns boolean
    language plpgsql stable cost 500
    as $$
begin
    return status <> 'open' or challenger = parlay.current_account_id() or exists (
        select from parlay.accounts a
         where a.tenant_id = parlay.current_tenant_id() and a.id = challenger and a.status = 'active'
    );
end
$$;

-- Wagers with their people, as they are shown. `is_visible` says whether the caller may see a wager as an ordinary member,
-- `is_moderated` whether a moderator may, `is_available` whether the challenger can offer anything. The planner inlines the
-- view.
create or replace view wager_cards with (security_invoker = true) as
select w.tenant_id, w.id, w.name, w.description, w.amount_cents, w.category, w.status, w.winner, w.claimed_by,
       w.claimed_winner, w.claimed_at, w.cancel_requested_by, w.lat, w.lon, w.opened_at, w.taken_at, w.completed_at,
       w.confirmed_at, w.closes_at, w.disputed_at, w.audience, w.payment_method, w.version,
       w.edited_at is not null as is_edited, w.challenger_id, w.challengee_id, w.addressee_id, w.arbiter_id,
       w.challenger_arbiter_id, w.challengee_arbiter_id, w.remind_at, w.reminders_since, w.reminder_round, w.reminder_step,
       r.username as challenger_username, r.first_name as challenger_first_name,
       r.last_name as challenger_last_name, r.photo_version as challenger_photo_version,
       r.version as challenger_version,
       e.username as challengee_username, e.first_name as challengee_first_name,
       e.last_name as challengee_last_name, e.photo_version as challengee_photo_version,
       e.version as challengee_version,
       b.username as arbiter_username, b.first_name as arbiter_first_name,
       b.last_name as arbiter_last_name, b.photo_version as arbiter_photo_version,
       b.version as arbiter_version,
       (select a.username from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_username,
       (select g.rating from wager_ratings g
         where g.tenant_id = w.tenant_id and g.wager_id = w.id and g.account_id = current_account_id())
           as my_rating,
       can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience) is true as is_visible,
       (
           w.disputed_at is not null
           or exists (
               select from reports p
                where p.tenant_id = w.tenant_id and p.subject_type = 'wager' and p.subject_id = w.id
           )
       ) as is_moderated,
       w.second_category, w.third_category,
       (select a.first_name from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_first_name,
       r.status = 'active' as is_available
  from wagers w
  join accounts r on r.tenant_id = w.tenant_id and r.id = w.challenger_id
  left join accounts e on e.tenant_id = w.tenant_id and e.id = w.challengee_id
  left join accounts b on b.tenant_id = w.tenant_id and b.id = w.arbiter_id;

drop function wagers_within(wager_filter);
drop function filtered_wagers(wager_filter);
drop function wager_matches_filter(text, text, bigint, timestamptz, double precision, wager_filter);

-- Whether a wager at this distance matches the filter. The planner inlines the function.
create function wager_matches_filter(
    status text,
    categories text[],
    amount_cents bigint,
    closes_at timestamptz,
    km double precision,
    filter wager_filter
) returns boolean
    language sql stable
    return (
        case when status = 'open' and closes_at <= (filter).at_time then 'expired' else status end
            = any ((filter).statuses)
        and ((filter).categories is null or categories && (filter).categories)
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
        second_category text,
        third_category text,
        lat double precision,
        lon double precision,
        km double precision
    )
    language sql stable
begin atomic
    select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience, w.status, w.category,
           w.second_category, w.third_category, w.lat, w.lon, great_circle_km(w.lat, w.lon, (filter).lat, (filter).lon)
      from wagers w
     where w.tenant_id = current_tenant_id()
       and wager_matches_filter(w.status, array[w.category, w.second_category, w.third_category], w.amount_cents,
                                w.closes_at, great_circle_km(w.lat, w.lon, (filter).lat, (filter).lon), filter);
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
        status text,
        km double precision
    )
    language sql stable
begin atomic
    select w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience, w.status, w.km
      from unnest((filter).statuses) s (status)
      cross join unnest(boxes_around((filter).lat, (filter).lon, (filter).radius_km)) b (extent)
      join filtered_wagers(filter) w on w.status = s.status and point(w.lon, w.lat) <@ b.extent
     where w.lat is not null;
end;

-- The newest wagers nearby before the id `before_id`. Where many wagers are near, some are among the newest of all; where
-- few are, the index of places finds them. The newest thousand show which is the case.
create or replace function wagers_nearby(filter wager_filter, before_id bigint, page_size integer) returns setof bigint
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
                   w.second_category, w.third_category, w.amount_cents, w.closes_at, w.lat, w.lon
              from unnest(filter.statuses) s (status)
              cross join lateral (
                  select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience, n.status,
                         n.category, n.second_category, n.third_category, n.amount_cents, n.closes_at, n.lat, n.lon
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
                    where wager_matches_filter(w.status, array[w.category, w.second_category, w.third_category],
                                               w.amount_cents, w.closes_at,
                                               great_circle_km(w.lat, w.lon, filter.lat, filter.lon), filter)
                      and can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
                      and is_listed_wager(w.id, w.status, w.challenger_id)
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
           select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience,
                  n.status
             from wagers_within(filter) n
            where n.id < before_id
            order by n.id desc
           offset 0
           ) w
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
       and is_listed_wager(w.id, w.status, w.challenger_id)
     limit page_size;
end
$$;

-- The nearest wagers after the distance `after_km`, and at that distance before the id `before_id`. Looks around the place
-- in rings, each twice as wide as the one before, until they hold a page.
-- Planning each ring would take longer than reading it, and only the index of places fits.
create or replace function wagers_nearest(
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
                      select c.id, c.challenger_id, c.challengee_id, c.arbiter_id, c.addressee_id, c.audience,
                             c.status, c.km
                        from wagers_within(filter) c
                       where after_km is null or (c.km, -c.id) > (after_km, -before_id)
                       order by c.km, c.id desc
                      offset 0
                      ) w
                where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
                  and is_listed_wager(w.id, w.status, w.challenger_id)
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
create or replace function wagers_newest(filter wager_filter, before_id bigint, page_size integer) returns setof bigint
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
                 and is_listed_wager(n.id, n.status, n.challenger_id)
               order by n.status desc, n.id desc
               limit page_size
          ) w
         order by w.id desc
         limit page_size;
    else
        -- One index for each place of a category in a wager; two of its categories may match.
        return query
        select w.id
          from unnest(filter.statuses) s (status)
          cross join unnest(filter.categories) c (category)
          cross join lateral (
              (
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
                     and is_listed_wager(n.id, n.status, n.challenger_id)
                   order by n.status desc, n.category desc, n.id desc
                   limit page_size
              )
              union all
              (
                  select n.id
                    from (
                         select o.id, o.challenger_id, o.challengee_id, o.arbiter_id, o.addressee_id, o.audience, o.status,
                                o.second_category
                           from filtered_wagers(filter) o
                          where (o.status, o.second_category, o.id) < (s.status, c.category, before_id)
                            and o.second_category is not null
                            and (o.status, o.second_category) >= (s.status, c.category)
                          order by o.status desc, o.second_category desc, o.id desc
                         offset 0
                         ) n
                   where can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                     and is_listed_wager(n.id, n.status, n.challenger_id)
                   order by n.status desc, n.second_category desc, n.id desc
                   limit page_size
              )
              union all
              (
                  select n.id
                    from (
                         select o.id, o.challenger_id, o.challengee_id, o.arbiter_id, o.addressee_id, o.audience, o.status,
                                o.third_category
                           from filtered_wagers(filter) o
                          where (o.status, o.third_category, o.id) < (s.status, c.category, before_id)
                            and o.third_category is not null
                            and (o.status, o.third_category) >= (s.status, c.category)
                          order by o.status desc, o.third_category desc, o.id desc
                         offset 0
                         ) n
                   where can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                     and is_listed_wager(n.id, n.status, n.challenger_id)
                   order by n.status desc, n.third_category desc, n.id desc
                   limit page_size
              )
          ) w
         group by w.id
         order by w.id desc
         limit page_size;
    end if;
end
$$;

-- A page of the feed: the wagers that the caller posed or took, that friends of the caller posed, or both; those nearby; or
-- all. `km` is null without a place.
create or replace function wagers_feed(
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
                     and is_listed_wager(n.id, n.status, n.challenger_id)
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

-- A page of matches from the id `from_id` to before the id `before_id`, newest first. The planner inlines the function, so
-- that the settings of its caller choose the plan.
create or replace function wagers_matching_between(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select w.id
      from (
           select n.id, n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience,
                  n.status
             from wagers n
            where n.tenant_id = current_tenant_id() and (n.name ~* expression or n.description ~* expression)
              and n.id >= from_id and n.id < before_id
            order by n.id desc
           offset 0
           ) w
     where can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience)
       and is_listed_wager(w.id, w.status, w.challenger_id)
     limit page_size;
end;
