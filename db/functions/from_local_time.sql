-- The instant of a local time; see local_time.
create or replace function from_local_time(local timestamp, zone text) returns timestamptz
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return local at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return local at time zone 'UTC';
end
$$;
