-- The newest wagers before the id `before_id`, by an index in its order, until the page is full. The planner cannot estimate
-- how many rows a filter or the visibility leaves; a bad guess would make it check and sort all wagers, so sorting is
-- disabled (the page itself is sorted anyway). The conditions and the order name all columns of the index, so that no
-- other index fits: one without the status would be read to its end for a rare status. So the plan is the same for all values,
-- and is made once.
create or replace function wagers_newest(filter wager_filter, before_id bigint, page_size integer) returns setof bigint
    language plpgsql stable rows 26 cost 20000
    set search_path = parlay, pg_temp
    set enable_sort = off
    set enable_incremental_sort = off
    set jit = off
    set plan_cache_mode = force_generic_plan
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
