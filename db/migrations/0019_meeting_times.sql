-- compatible: no
-- Times as people read them.

-- Convert between instants and the local time of a person. A zone that does not exist counts as UTC: it is a setting of a
-- person, and reading a match must not fail because of it.
create function local_time(moment timestamptz, zone text) returns timestamp
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return moment at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return moment at time zone 'UTC';
end
$$;

create function from_local_time(local timestamp, zone text) returns timestamptz
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return local at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return local at time zone 'UTC';
end
$$;

-- The format of dates with times in a locale, as a template of to_char: by language, and by region where the formats of a
-- language differ. All others get ISO 8601. Months and weekdays are English, like the texts around them.
create function date_format(locale text) returns text
    language plpgsql immutable parallel safe
    set search_path = parlay, pg_temp
    as $$
declare
    language constant text := split_part(lower(locale), '-', 1);
    region constant text :=
        coalesce((regexp_match(lower(locale), '^[a-z]+(?:-[a-z]{4})?-([a-z]{2}|[0-9]{3})(?:-|$)'))[1], '');
begin
    return case
        when language = 'en' and region in ('', 'us', 'ca', 'ph', 'pr') then 'Dy, Mon FMDD, YYYY, FMHH12:MI AM'
        when language = 'en' and region in ('au', 'nz', 'in') then 'Dy, FMDD Mon YYYY, FMHH12:MI AM'
        when language = 'en' then 'Dy, FMDD Mon YYYY, HH24:MI'
        when language = 'fr' and region = 'ca' then 'YYYY-MM-DD HH24:MI'
        when language in ('fr', 'it') and region = 'ch' then 'DD.MM.YYYY HH24:MI'
        when language = 'nl' and region = 'be' then 'DD/MM/YYYY HH24:MI'
        when language in (
            'az', 'be', 'bg', 'bs', 'cs', 'da', 'de', 'et', 'fi', 'hr', 'hy', 'is', 'ka', 'kk', 'lv', 'mk', 'nb', 'nn',
            'no', 'pl', 'ro', 'ru', 'sk', 'sl', 'sr', 'tr', 'uk'
        ) then 'DD.MM.YYYY HH24:MI'
        when language in ('ca', 'cy', 'el', 'es', 'fr', 'ga', 'gl', 'he', 'id', 'it', 'ms', 'pt', 'sw', 'vi')
            then 'DD/MM/YYYY HH24:MI'
        when language in ('ar', 'bn', 'hi', 'ta', 'te', 'ur') then 'DD/MM/YYYY FMHH12:MI AM'
        when language = 'nl' then 'DD-MM-YYYY HH24:MI'
        when language in ('ja', 'zh') then 'YYYY/MM/DD HH24:MI'
        when language in ('hu', 'ko') then 'YYYY. MM. DD. HH24:MI'
        else 'YYYY-MM-DD HH24:MI'
    end;
end
$$;

-- The time of a meetup for the person with these settings: in the format of their locale and in their time zone, which is
-- added. The function sets the zone for itself, because to_char knows the abbreviation of the session's zone only.
create function format_meeting_time(moment timestamptz, settings jsonb) returns text
    language plpgsql
    set search_path = parlay, pg_temp
    set timezone = 'UTC'
    as $$
declare
    zone text;
begin
    begin
        perform set_config('TimeZone', coalesce(settings ->> 'time_zone', 'UTC'), true);
    exception when invalid_parameter_value then
        null;  -- an unknown zone counts as UTC
    end;
    zone := to_char(moment, 'TZ');
    -- Many zones have only an offset for an abbreviation.
    if zone ~ '^[+-]' then
        zone := 'UTC' || to_char(moment, 'TZH:TZM');
    end if;
    return to_char(moment, date_format(coalesce(settings ->> 'locale', 'en'))) || ' ' || zone;
end
$$;
