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
