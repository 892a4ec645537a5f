-- compatible: yes
-- How the catalog is kept up to date from IGDB. Platform tables that the front cannot even read; what it needs to know it
-- learns from catalog_is_stale and game_search_state (docs/decisions/0098-one-limit-for-all-workers.md).

-- Requests to IGDB and the synchronization, of all processes together: one row. Its lock serializes what happens to
-- `igdb_places`.
create table igdb_state (
    is_only boolean primary key default true constraint igdb_state_only_check check (is_only),
    -- Failed requests since the last good one.
    failures integer not null default 0,
    -- No request starts before this time.
    paused_until timestamptz not null default '-infinity',
    last_error text constraint igdb_state_last_error_check check (length(last_error) <= 500),
    last_error_at timestamptz,
    -- The sync that runs, and until when it has it without a sign of life.
    sync_id bigint not null default 0,
    sync_until timestamptz not null default '-infinity',
    -- The end of the last sync that succeeded.
    last_sync_at timestamptz,
    -- What IGDB changed before this time is here; null if there was no sync yet.
    synced_until timestamptz,
    -- The top games that were read: how many, and with at least how many votes.
    top_count integer,
    top_votes integer
);
insert into igdb_state default values;

-- The limits of IGDB: a request needs a place of each kind. A place is free from `free_at` on, so what a killed process
-- held becomes free by itself.
create table igdb_places (
    -- 'start': one of the four requests that start within any second. 'open': one of the eight that are open.
    kind text not null constraint igdb_places_kind_check check (kind in ('start', 'open')),
    number smallint not null,
    free_at timestamptz not null default '-infinity',
    -- The permit that has it, until it is given back.
    held_by bigint,
    primary key (kind, number)
);
insert into igdb_places (kind, number)
select 'start', n from generate_series(1, 4) n
union all
select 'open', n from generate_series(1, 8) n;
create sequence igdb_permits;

-- The app access token at Twitch, for each client id.
create table igdb_tokens (
    client_id text primary key constraint igdb_tokens_client_id_check check (length(client_id) between 1 and 200),
    -- Null until the first is issued, as are the times.
    access_token text constraint igdb_tokens_access_token_check check (length(access_token) between 1 and 1000),
    issued_at timestamptz,
    -- Renewed from this time on, while the old one still works.
    renew_at timestamptz,
    expires_at timestamptz,
    -- IGDB has accepted it.
    is_proven boolean not null default false,
    -- Until when the process that renews it has the right to.
    renewing_until timestamptz not null default '-infinity'
);

-- What was searched for at IGDB, for a day or two. Names of games only, not who asked.
create table game_searches (
    -- See `game_search_key`.
    key text collate "C" primary key constraint game_searches_key_check check (length(key) between 1 and 200),
    asked_at timestamptz not null,
    status text not null constraint game_searches_status_check check (status in ('running', 'done', 'failed')),
    -- A running search that has not finished by this time can be begun again.
    running_until timestamptz,
    -- How often it finished: tells a new result from an old one.
    finished bigint not null default 0,
    constraint game_searches_running_check check ((status = 'running') = (running_until is not null))
);
create index game_searches_asked_at_idx on game_searches (asked_at);

grant usage on sequence igdb_permits to parlay_worker;
grant select, update on igdb_state, igdb_places to parlay_worker;
grant select, insert, update, delete on igdb_tokens, game_searches to parlay_worker;
