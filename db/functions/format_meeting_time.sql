-- The time of a meetup for the person with these settings: in the format of their locale and in their time zone, which is
-- added. PostgreSQL inlines it. A function of PL/pgSQL starts again in each transaction, each `set` of a function costs as much,
-- and so does an expression with many parts, even where they are not reached; so the usual case is decided first.
create or replace function format_meeting_time(moment timestamptz, settings jsonb) returns text
    language sql
    return case
        when coalesce(settings ->> 'time_zone', 'UTC') = 'UTC' and coalesce(settings ->> 'locale', 'en') in ('en', 'en-US')
            then to_char(moment at time zone 'UTC', 'Dy, Mon FMDD, YYYY, FMHH12:MI AM') || ' UTC'
        else format_local_time(moment, settings)
    end;
