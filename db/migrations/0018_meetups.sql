-- compatible: no
-- People who meet to practise languages: their matches, the meetups, and the feedback.

create table matches (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Who made the match.
    user_id1 bigint not null,
    user_id2 bigint not null,
    -- The pair in a fixed order, so that two people have at most one match.
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
-- For the sweep and the reminders, over all tenants.
create index matches_time_1_idx on matches (time_1) where time_1 is not null;

-- Scheduled meetups whose time has passed. Unmatching deletes them.
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
    -- Who gives the feedback; it is about the other person.
    account_id bigint not null,
    met boolean not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, meetup_id, account_id),
    constraint meetup_feedback_meetup_fkey
        foreign key (tenant_id, meetup_id) references meetups on delete cascade,
    constraint meetup_feedback_account_fkey
        foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('meetup_feedback');
create index meetup_feedback_account_idx on meetup_feedback (tenant_id, account_id);

create function refuse_blocked_match() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform lock_pair(new.tenant_id, new.user_id1, new.user_id2);
    if is_blocked_pair(new.tenant_id, new.user_id1, new.user_id2) then
        raise exception 'one of the two has blocked the other'
            using errcode = 'check_violation', constraint = 'matches_blocked_check', table = 'matches';
    end if;
    return null;
end
$$;
-- Not for rows that are loaded in bulk, without an account: there are not enough locks.
create trigger refuse_blocked_match after insert on matches
    for each row when (current_account_id() is not null) execute function refuse_blocked_match();

grant select, insert, update, delete on matches, meetups, meetup_feedback to parlay_front, parlay_worker;
