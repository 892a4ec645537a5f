-- The time in a person's zone and format. to_char() knows the abbreviation of the session's zone only, so the zone is set
-- meanwhile. All names are qualified, because a search_path would cost time at each call.
create or replace function format_local_time(moment timestamptz, settings jsonb) returns text
    language plpgsql
    as $$
declare
    before constant text := current_setting('TimeZone');
    shown text;
begin
    begin
        perform set_config('TimeZone', coalesce(settings ->> 'time_zone', 'UTC'), true);
    exception when invalid_parameter_value then
        perform set_config('TimeZone', 'UTC', true);  -- an unknown zone counts as UTC
    end;
    -- Many zones have only an offset for an abbreviation.
    shown := to_char(moment, parlay.date_format(coalesce(settings ->> 'locale', 'en'))) || ' '
        || case when to_char(moment, 'TZ') ~ '^[+-]' then to_char(moment, '"UTC"TZH:TZM') else to_char(moment, 'TZ') end;
    perform set_config('TimeZone', before, true);
    return shown;
end
$$;
