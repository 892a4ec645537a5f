-- The tenant's wagers that match the filter, whether the caller may see them or not. The planner inlines the function.
create or replace function filtered_wagers(filter wager_filter)
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
