-- compatible: no
-- People who practise languages by meeting: their matches, what was held, and how it went.

create table matches (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Who made the match.
    user_id1 bigint not null,
    user_id2 bigint not null,
    -- The pair without its direction, so that one match at most exists whichever way round.
    low_id bigint not null generated always as (least(user_id1, user_id2)) stored,
    high_id bigint not null generated always as (greatest(user_id1, user_id2)) stored,
    -- 0 nothing planned, 1 user_id1 proposed, 2 user_id2 proposed, 3 scheduled.
    status_code smallint not null default 0
        constraint matches_status_code_check check (status_code between 0 and 3),
    time_1 timestamptz,
    location text constraint matches_location_check check (length(location) between 1 and 200),
    -- Proposals made so far; the SEQUENCE of the calendar entry.
    plans integer not null default 0 constraint matches_plans_check check (plans >= 0),
    -- Counts changes; every change compares and sets it.
    version bigint not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint matches_pair_key unique (tenant_id, low_id, high_id),
    constraint matches_oneself_check check (user_id1 <> user_id2),
    constraint matches_plan_check
        check ((status_code = 0) = (time_1 is null) and (time_1 is null) = (location is null)),
    constraint matches_user1_fkey foreign key (tenant_id, user_id1) references accounts on delete cascade,
    constraint matches_user2_fkey foreign key (tenant_id, user_id2) references accounts on delete cascade
) with (fillfactor = 85);
call protect('matches');
create index matches_user1_idx on matches (tenant_id, user_id1, id desc);
create index matches_user2_idx on matches (tenant_id, user_id2, id desc);
-- What the sweep and the reminders read, over all tenants.
create index matches_time_1_idx on matches (time_1) where time_1 is not null;

-- Scheduled meetups whose time has passed. They go with their match: unmatching removes the history.
create table meetups (
    tenant_id bigint not null,
    id bigint generated always as identity,
    match_id bigint not null,
    held_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint meetups_match_key unique (tenant_id, match_id, held_at),
    constraint meetups_match_fkey foreign key (tenant_id, match_id) references matches on delete cascade
);
call protect('meetups');

create table meetup_feedback (
    tenant_id bigint not null,
    meetup_id bigint not null,
    -- Who says it, of the other.
    account_id bigint not null,
    met boolean not null,
    created_at timestamptz not null default now(),
    -- Once a member and meetup.
    primary key (tenant_id, meetup_id, account_id),
    constraint meetup_feedback_meetup_fkey
        foreign key (tenant_id, meetup_id) references meetups on delete cascade,
    constraint meetup_feedback_account_fkey
        foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('meetup_feedback');
create index meetup_feedback_account_idx on meetup_feedback (tenant_id, account_id);

-- Between times of day as one person's clock shows them and moments. A zone that does not exist counts as UTC: it is
-- a person's setting, and reading a match must not fail for it.
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

create function moment_of(local timestamp, zone text) returns timestamptz
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return local at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return local at time zone 'UTC';
end
$$;

-- How a locale writes a date with its time: a template of to_char. By language, and by region where the forms of one
-- language differ; what is not listed is written as ISO 8601 has it. Month and weekday are English, as the texts around them.
create function date_form(locale text) returns text
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

-- The time of a meetup as the person with these settings reads it: in their time zone, which stands beside it, and in the form
-- of their locale. The zone is set for the function alone, because only the session's has an abbreviation.
create function meeting_time(moment timestamptz, settings jsonb) returns text
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
        null;  -- a zone that does not exist (any more) counts as UTC
    end;
    zone := to_char(moment, 'TZ');
    -- Many zones have no abbreviation but their offset.
    if zone ~ '^[+-]' then
        zone := 'UTC' || to_char(moment, 'TZH:TZM');
    end if;
    return to_char(moment, date_form(coalesce(settings ->> 'locale', 'en'))) || ' ' || zone;
end
$$;

grant select, insert, update, delete on matches, meetups, meetup_feedback to parlay_front, parlay_worker;
