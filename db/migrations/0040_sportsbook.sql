-- compatible: yes
-- The tree of the sportsbook: tournaments, their events, the markets of an event, the outcomes of a market.

create table tournaments (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    sport text not null constraint tournaments_sport_check check (length(sport) between 1 and 50 and is_name(sport)),
    name text not null constraint tournaments_name_check check (length(name) between 1 and 100 and is_name(name)),
    season text constraint tournaments_season_check check (length(season) between 1 and 40 and is_name(season)),
    status text not null default 'open' constraint tournaments_status_check check (status in ('open', 'closed')),
    -- Where it comes from, `nfl` or `feed:12`, and its id there; null if an admin made it.
    source text,
    external_id text,
    -- An icon for clients that show one.
    icon_url text
        constraint tournaments_icon_url_check check (length(icon_url) between 1 and 500 and icon_url like 'https://%'),
    primary key (tenant_id, id),
    constraint tournaments_external_key unique (tenant_id, source, external_id),
    constraint tournaments_source_check check ((source is null) = (external_id is null))
);
call protect('tournaments');

create table events (
    tenant_id bigint not null,
    id bigint generated always as identity,
    tournament_id bigint not null,
    home text not null constraint events_home_check check (length(home) between 1 and 100 and is_name(home)),
    away text not null constraint events_away_check check (length(away) between 1 and 100 and is_name(away)),
    starts_at timestamptz not null,
    week smallint constraint events_week_check check (week between 0 and 1000),
    status text not null default 'scheduled'
        constraint events_status_check check (status in ('scheduled', 'live', 'final', 'postponed', 'cancelled')),
    home_score integer constraint events_home_score_check check (home_score between 0 and 10000),
    away_score integer constraint events_away_score_check check (away_score between 0 and 10000),
    -- Counts what the settlement has to work on: the first result, each correction, a cancellation, each voided market.
    -- A run of the settlement belongs to one of them.
    result_version integer not null default 0,
    -- The time of the first result; a feed corrects it for 72 hours.
    first_result_at timestamptz,
    -- Since when it is postponed.
    postponed_at timestamptz,
    source text,
    external_id text,
    primary key (tenant_id, id),
    constraint events_external_key unique (tenant_id, source, external_id),
    constraint events_source_check check ((source is null) = (external_id is null)),
    constraint events_teams_check check (home <> away),
    constraint events_scores_check
        check ((home_score is null) = (away_score is null) and (status <> 'final' or home_score is not null)),
    constraint events_result_check
        check (
            (status in ('final', 'cancelled')) = (first_result_at is not null)
            and (first_result_at is null or result_version > 0)
        ),
    constraint events_postponed_check check ((status = 'postponed') = (postponed_at is not null)),
    constraint events_tournament_fkey
        foreign key (tenant_id, tournament_id) references tournaments on delete cascade
) with (fillfactor = 85);
call protect('events');
create index events_starts_at_idx on events (tenant_id, starts_at, id);
create index events_tournament_idx on events (tenant_id, tournament_id, starts_at, id);
-- The weeks that have games to come.
create index events_undecided_idx on events (tenant_id, tournament_id, starts_at)
    where status not in ('final', 'cancelled');
-- For the worker, over all tenants.
create index events_postponed_at_idx on events (postponed_at) where postponed_at is not null;

create table markets (
    tenant_id bigint not null,
    id bigint generated always as identity,
    event_id bigint not null,
    kind text not null
        constraint markets_kind_check check (kind in ('moneyline', 'match_result', 'spread', 'total')),
    -- Four to a point: the home handicap of a spread, the total of a total.
    line_quarters smallint constraint markets_line_check check (line_quarters between -4000 and 4000),
    period text not null default 'full' constraint markets_period_check check (period = 'full'),
    status text not null default 'open'
        constraint markets_status_check check (status in ('open', 'suspended', 'settled', 'void')),
    -- Who suspended or voided it: an admin, the feed, a source that now has another line, the cancelled event, or the
    -- simulation, which suspends markets for some seconds and opens only its own again.
    status_by text
        constraint markets_status_by_check check (status_by in ('admin', 'feed', 'line', 'event', 'simulation')),
    prices text not null default 'quoted'
        constraint markets_prices_check check (prices in ('quoted', 'assumed', 'made_up')),
    primary key (tenant_id, id),
    constraint markets_key unique nulls not distinct (tenant_id, event_id, kind, period, line_quarters),
    constraint markets_line_kind_check check ((kind in ('spread', 'total')) = (line_quarters is not null)),
    constraint markets_who_check check ((status in ('suspended', 'void')) = (status_by is not null)),
    constraint markets_event_fkey foreign key (tenant_id, event_id) references events on delete cascade
) with (fillfactor = 85);
call protect('markets');

create table outcomes (
    tenant_id bigint not null,
    id bigint generated always as identity,
    market_id bigint not null,
    side text not null constraint outcomes_side_check check (side in ('home', 'away', 'draw', 'over', 'under')),
    name text not null constraint outcomes_name_check check (length(name) between 1 and 120 and is_name(name)),
    -- American.
    price integer not null constraint outcomes_price_check check (abs(price) between 100 and 1000000),
    status text not null default 'active'
        constraint outcomes_status_check
        check (status in ('active', 'suspended', 'won', 'lost', 'pushed', 'half_won', 'half_lost', 'void')),
    primary key (tenant_id, id),
    constraint outcomes_side_key unique (tenant_id, market_id, side),
    constraint outcomes_market_fkey foreign key (tenant_id, market_id) references markets on delete cascade
) with (fillfactor = 85);
call protect('outcomes');

-- Without statistics about tenants: one that the statistics do not know yet would be taken for empty, and then any index
-- that begins with its id looks as good as the right one.
alter table tournaments alter column tenant_id set statistics 0;
alter table events alter column tenant_id set statistics 0;
alter table markets alter column tenant_id set statistics 0;
alter table outcomes alter column tenant_id set statistics 0;

grant select, insert, update, delete on tournaments, events, markets, outcomes to parlay_front, parlay_worker;
