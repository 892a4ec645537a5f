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
revoke all on function wagers_nearest from public;
grant execute on function wagers_nearest to parlay_front;
