-- compatible: yes
-- What the charts of a tenant show (docs/decisions/0198-figures-are-counted-by-the-worker.md). The worker counts the rows of each
-- hour by the indexes below, and a day is the sum of its hours. Days and hours are those of UTC.

-- Beside the tenants, tenant 0 has what belongs to the whole installation.
create table daily_figures (
    tenant_id bigint not null,
    day date not null,
    -- What was before is in this row and those of the hours.
    counted_at timestamptz not null,
    -- By name; without those that are 0.
    figures jsonb not null,
    primary key (tenant_id, day),
    constraint daily_figures_figures_check check (jsonb_typeof(figures) = 'object')
) with (fillfactor = 80);
call protect('daily_figures');

-- Hours in which nothing happened have no row. What a day has as a state, such as how many people there are, an hour has as its
-- change.
create table hourly_figures (
    tenant_id bigint not null,
    hour timestamptz not null,
    figures jsonb not null,
    primary key (tenant_id, hour),
    constraint hourly_figures_figures_check check (jsonb_typeof(figures) = 'object')
) with (fillfactor = 80);
call protect('hourly_figures');
create index hourly_figures_hour_idx on hourly_figures (hour);

-- The first use of an account on a day after the one on which it was created, without its name.
create table active_days (
    tenant_id bigint not null,
    at timestamptz not null,
    id bigint not null generated always as identity,
    primary key (tenant_id, at, id)
);
call protect('active_days');
alter table active_days alter column tenant_id set statistics 0;
create index active_days_at_idx on active_days (at);

grant select on daily_figures to parlay_front;
grant select, insert, update, delete on daily_figures, hourly_figures to parlay_worker;
grant select, insert on active_days to parlay_front;
grant select, insert, delete on active_days to parlay_worker;

create index accounts_created_at_idx on accounts (tenant_id, created_at);
create index accounts_deleted_idx on accounts (tenant_id, updated_at) where status = 'deleted';
create index meetups_held_at_idx on meetups (tenant_id, held_at);
create index wagers_opened_at_idx on wagers (tenant_id, opened_at);
create index wagers_taken_at_idx on wagers (tenant_id, taken_at) where taken_at is not null;
create index wagers_ended_idx on wagers (tenant_id, updated_at)
    where taken_at is null and status in ('cancelled', 'expired', 'declined');
create index bets_placed_at_idx on bets (tenant_id, placed_at) include (stake_cents);
create index shelf_games_added_at_idx on shelf_games (tenant_id, added_at) where not is_wish;
