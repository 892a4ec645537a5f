-- compatible: yes
-- Live updates of the sportsbook: what has changed in the tree, as rows with numbers in commit order.
--
-- Triggers note every change of the tree in `live_changes`. At commit, as the last thing that a transaction does, a
-- deferred trigger locks the tenant's counter, numbers what was noted and moves it into `live_updates`. The commit follows
-- at once and releases the lock, so whoever sees a number sees every lower one.

create table live_counters (
    tenant_id bigint not null primary key references tenants on delete cascade,
    -- The number of the last update.
    seq bigint not null default 0,
    -- Updates up to this number were deleted.
    pruned bigint not null default 0,
    -- The time of the last notification. Fronts that were told read for a while without being told again, because a
    -- notification takes a lock that all transactions of the server share.
    notified_at timestamptz not null default '-infinity',
    constraint live_counters_pruned_check check (pruned between 0 and seq)
) with (fillfactor = 20);
call protect('live_counters');

create table live_updates (
    tenant_id bigint not null references tenants on delete cascade,
    seq bigint not null,
    -- `start`: an event is new or starts at another time; `event`: its status or score; `market`: new, or its status;
    -- `outcome`: new, its price or status; `tree`: what none of these says.
    kind text not null
        constraint live_updates_kind_check check (kind in ('start', 'event', 'market', 'outcome', 'tree')),
    -- Null where it is unknown, because the row was deleted with everything above it.
    tournament_id bigint,
    event_id bigint,
    -- Of the event, the market or the outcome; null for `tree`.
    row_id bigint,
    starts_at timestamptz,
    -- Of an outcome only where it changed.
    status text,
    home_score integer,
    away_score integer,
    price integer,
    created_at timestamptz not null,
    primary key (tenant_id, seq),
    constraint live_updates_row_check check ((kind = 'tree') = (row_id is null)),
    constraint live_updates_start_check check ((kind = 'start') = (starts_at is not null)),
    constraint live_updates_status_check check (kind not in ('event', 'market') or status is not null),
    constraint live_updates_price_check check ((kind = 'outcome') = (price is not null))
) with (autovacuum_vacuum_scale_factor = 0.05);
call protect('live_updates');
alter table live_updates alter column tenant_id set statistics 0;
-- For the worker, which deletes what is old over all tenants.
create index live_updates_created_at_idx on live_updates using brin (created_at) with (pages_per_range = 16);

-- Changes of transactions that are not committed yet. Unlogged, because a crash ends these transactions anyway.
create unlogged table live_changes (
    tenant_id bigint not null,
    transaction xid8 not null default pg_current_xact_id(),
    id bigint generated always as identity,
    kind text not null,
    row_id bigint,
    -- The event of a market, the market of an outcome.
    parent_id bigint,
    is_new boolean not null default false,
    -- Only of markets.
    is_deleted boolean not null default false,
    -- Whether the status of the outcome has changed.
    with_status boolean not null default false,
    -- Of `tree` and of deleted markets; otherwise they are looked up at commit.
    tournament_id bigint,
    event_id bigint,
    -- The first one of a statement, whose trigger runs at commit.
    is_first boolean not null,
    primary key (tenant_id, transaction, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
call protect('live_changes');
-- The sequence of an unlogged table is unlogged too, and a standby of PostgreSQL 15 that is promoted before its first restartpoint
-- after the creation has it as a page of zeros. Every change of the tree then fails with "bad magic number in sequence".
alter sequence live_changes_id_seq set logged;
alter table live_changes alter column tenant_id set statistics 0;
alter table live_changes alter column transaction set statistics 0;
-- These three are written by triggers alone, with the rights of their owner.
grant select on live_counters, live_updates to parlay_front, parlay_worker;
grant update (pruned) on live_counters to parlay_worker;
grant delete on live_updates to parlay_worker;

-- Tickets open a stream from a browser, which cannot send a header. Only digests are stored.
create table live_tickets (
    tenant_id bigint not null,
    digest bytea not null constraint live_tickets_digest_check check (length(digest) = 32),
    account_id bigint not null,
    -- Whoever revokes the token ends the streams that its tickets opened.
    token_id bigint not null,
    expires_at timestamptz not null,
    primary key (tenant_id, digest),
    constraint live_tickets_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint live_tickets_token_fkey foreign key (tenant_id, token_id) references tokens on delete cascade
);
call protect('live_tickets');
create index live_tickets_account_idx on live_tickets (tenant_id, account_id);
create index live_tickets_token_idx on live_tickets (tenant_id, token_id);
-- For the worker, over all tenants.
create index live_tickets_expires_at_idx on live_tickets (expires_at);

grant select, insert, delete on live_tickets to parlay_front;
grant select, delete on live_tickets to parlay_worker;
