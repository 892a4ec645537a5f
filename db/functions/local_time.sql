-- The local time of an instant. A zone that does not exist counts as UTC: it is a setting of a person, and reading a match must
-- not fail because of it.
create or replace function local_time(moment timestamptz, zone text) returns timestamp
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return moment at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return moment at time zone 'UTC';
end
$$;
