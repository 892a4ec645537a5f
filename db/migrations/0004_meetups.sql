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
    as $$
begin
    return moment at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return moment at time zone 'UTC';
end
$$;

create function moment_of(local timestamp, zone text) returns timestamptz
    language plpgsql stable
    as $$
begin
    return local at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return local at time zone 'UTC';
end
$$;

grant select, insert, update, delete on matches, meetups, meetup_feedback to parlay_front, parlay_worker;
