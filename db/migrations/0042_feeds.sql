-- compatible: yes
-- Feeds: pages and services that the worker reads games, odds and scores from.

create table odds_feeds (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    source text not null constraint odds_feeds_source_check check (source in ('html', 'odds_api')),
    name text not null constraint odds_feeds_name_check check (length(name) between 1 and 100),
    url text constraint odds_feeds_url_check check (length(url) between 1 and 2000 and (source = 'html') = (url is not null)),
    -- With all defaults.
    options jsonb not null constraint odds_feeds_options_check check (jsonb_typeof(options) = 'object'),
    enabled boolean not null default true,
    -- 'auto' or a cron expression.
    schedule text not null default 'auto' constraint odds_feeds_schedule_check check (length(schedule) between 1 and 200),
    -- Whether `odds_feed_keys` has a row, which the front must not read.
    key_set boolean not null default false,
    status text not null default 'ok' constraint odds_feeds_status_check check (status in ('ok', 'failing', 'silent')),
    -- When odds and scores are read next; scores only while a game is under way. A run moves them ahead while it lasts.
    odds_due_at timestamptz not null,
    scores_due_at timestamptz,
    -- Silent from then on, unless odds are read before.
    silent_at timestamptz not null,
    failures integer not null default 0,
    -- Whether the admins know that it fails.
    is_reported boolean not null default false,
    quota_remaining integer,
    quota_used integer,
    last_run_at timestamptz,
    last_success_at timestamptz,
    last_error text constraint odds_feeds_last_error_check check (length(last_error) <= 500),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Counts edits of admins. The row's ETag is that of its content.
    version bigint not null default 1,
    primary key (tenant_id, id)
) with (fillfactor = 70);
call protect('odds_feeds');

-- Keys of services. In a table of their own, because the front writes them and must not read them back: only the worker
-- sends them.
create table odds_feed_keys (
    tenant_id bigint not null,
    feed_id bigint not null,
    key text not null constraint odds_feed_keys_key_check check (length(key) between 1 and 200),
    primary key (tenant_id, feed_id),
    constraint odds_feed_keys_feed_fkey foreign key (tenant_id, feed_id) references odds_feeds on delete cascade
);
call protect('odds_feed_keys');

grant select, insert, update, delete on odds_feeds to parlay_front, parlay_worker;
grant select (tenant_id, feed_id), insert, update (key), delete on odds_feed_keys to parlay_front;
grant select, delete on odds_feed_keys to parlay_worker;
