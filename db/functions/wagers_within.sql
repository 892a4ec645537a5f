-- filtered_wagers for a filter with a place, by the index of places. The planner inlines the function.
create or replace function wagers_within(filter wager_filter)
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
