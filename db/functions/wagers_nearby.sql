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
revoke all on function wagers_nearby from public;
grant execute on function wagers_nearby to parlay_front;
