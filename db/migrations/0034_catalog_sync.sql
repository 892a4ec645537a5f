-- compatible: yes
-- How the catalog is kept up to date from IGDB. Platform tables that the front cannot even read; what it needs to know it
-- learns from two functions (docs/decisions/0098-one-limit-for-all-workers.md).

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

-- Searches with the same key are the same search. Empty for punctuation alone. At most 200 characters, as long as the key
-- of a job.
create function game_search_key(q text) returns text
    language sql immutable parallel safe
    set search_path = parlay, pg_temp
    as $$ select left(game_key(q), 200) $$;

-- Gives a permit for one request, or says in how many milliseconds to ask again. `is_paused` if no request may start
-- until then.
--
-- A place of kind 'start' is free again 1,050 ms after its request was answered, because the answer proves that the
-- request has arrived: so any five requests are more than a second apart where they arrive, whatever the network does.
-- A request without an answer has arrived within five seconds (`IGDBPermits`).
create function take_igdb_permit(out permit bigint, out wait_ms bigint, out is_paused boolean)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    pause timestamptz;
    moment timestamptz;
    start_number smallint;
    open_number smallint;
begin
    select s.paused_until into pause from igdb_state s for update;
    moment := clock_timestamp();
    -- No time here is far ahead, unless the clock was set back.
    is_paused := pause > moment and pause <= moment + interval '1 hour';
    if is_paused then
        wait_ms := ceil(extract(epoch from pause - moment) * 1000);
        return;
    end if;
    select p.number into start_number
      from igdb_places p
     where p.kind = 'start' and not (p.free_at > moment and p.free_at < moment + interval '1 minute')
     order by p.number
     limit 1;
    select p.number into open_number
      from igdb_places p
     where p.kind = 'open' and not (p.free_at > moment and p.free_at < moment + interval '1 minute')
     order by p.number
     limit 1;
    if start_number is null or open_number is null then
        select greatest(1, ceil(extract(epoch from max(next.free_at) - moment) * 1000))
          into wait_ms
          from (select min(p.free_at) as free_at from igdb_places p group by p.kind) next;
        return;
    end if;
    permit := nextval('igdb_permits');
    wait_ms := 0;
    update igdb_places p
       set held_by = permit,
           free_at = moment + case p.kind when 'start' then interval '6050 ms' else interval '15 s' end
     where (p.kind, p.number) in (('start', start_number), ('open', open_number));
end
$$;

-- Gives a permit back, if there is one, and counts failures. `outcome`:
--   unsent    the request did not reach IGDB
--   good      an answer that proves that IGDB works
--   answered  any other answer
--   lost      no complete answer: IGDB may still be at it
-- With `error` it is a failure. After five failures in a row all requests pause for a minute, and after each for at least
-- `pause_ms`.
create function finish_igdb_request(of_permit bigint, outcome text, error text, pause_ms bigint) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    moment timestamptz;
begin
    perform from igdb_state for update;
    moment := clock_timestamp();
    update igdb_places p
       set held_by = null,
           free_at = case
               when outcome = 'unsent' then moment
               when p.kind = 'start' then least(p.free_at, moment + interval '1050 ms')
               when outcome = 'lost' then p.free_at
               else moment
           end
     where p.held_by = of_permit;
    if outcome = 'good' then
        update igdb_state set failures = 0 where failures <> 0;
    elsif error is not null then
        update igdb_state s
           set failures = s.failures + 1, last_error = left(error, 500), last_error_at = moment,
               paused_until = greatest(
                   s.paused_until,
                   moment + least(greatest(coalesce(pause_ms, 0), 0), 3600000) * interval '1 millisecond',
                   case when s.failures + 1 >= 5 then moment + interval '1 minute' end
               );
    end if;
end
$$;

-- What to do to get a token for a client id. `refused` is a token that IGDB has just refused, or null. `step`:
--   use      `token`
--   renew    ask Twitch for one, within 15 seconds; `token`, if not null, works until then
--   wait     another process is asking
--   refused  even a new token was refused
--   paused   see `take_igdb_permit`
create function igdb_token(client text, refused text, out step text, out token text, out wait_ms bigint)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    row igdb_tokens;
    pause timestamptz;
    moment timestamptz;
begin
    insert into igdb_tokens (client_id) values (client) on conflict do nothing;
    select * into row from igdb_tokens t where t.client_id = client for update;
    select s.paused_until into pause from igdb_state s;
    moment := clock_timestamp();
    if pause > moment and pause <= moment + interval '1 hour' then
        step := 'paused';
        wait_ms := ceil(extract(epoch from pause - moment) * 1000);
        return;
    end if;
    if row.access_token is distinct from refused and row.expires_at > moment + interval '10 s' then
        token := row.access_token;
    end if;
    if token is not null and row.renew_at > moment then
        step := 'use';
    elsif refused = row.access_token and not row.is_proven and row.issued_at > moment - interval '1 minute' then
        step := 'refused';
    elsif row.renewing_until > moment and row.renewing_until < moment + interval '2 minutes' then
        step := case when token is null then 'wait' else 'use' end;
        wait_ms := 100;
    else
        step := 'renew';
        update igdb_tokens t set renewing_until = moment + interval '15 s' where t.client_id = client;
    end if;
end
$$;

-- What the front may know.

-- Whether no sync has succeeded for two days.
create function catalog_is_stale() returns boolean
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    select coalesce(last_sync_at < clock_timestamp() - interval '48 hours', true) from igdb_state
$$;

-- What is known of a search: its key, its status (null if it was not asked within a day), how often it finished, and
-- whether IGDB cannot be asked now.
create function game_search_state(q text)
    returns table (key text, status text, finished bigint, is_unavailable boolean)
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    select k.key,
           case
               when s.status = 'running' then case when s.running_until > clock_timestamp() then s.status end
               when s.asked_at > clock_timestamp() - interval '24 hours' then s.status
           end,
           coalesce(s.finished, 0),
           i.paused_until > clock_timestamp() + interval '2 seconds'
               and i.paused_until <= clock_timestamp() + interval '1 hour'
      from igdb_state i
     cross join game_search_key(q) as k (key)
      left join game_searches s on s.key = k.key
$$;

revoke all on function catalog_is_stale(), game_search_state(text), take_igdb_permit(),
    finish_igdb_request(bigint, text, text, bigint), igdb_token(text, text) from public;
grant execute on function catalog_is_stale(), game_search_state(text) to parlay_front, parlay_worker;
grant execute on function take_igdb_permit(), finish_igdb_request(bigint, text, text, bigint), igdb_token(text, text)
    to parlay_worker;
grant usage on sequence igdb_permits to parlay_worker;
grant select, update on igdb_state, igdb_places to parlay_worker;
grant select, insert, update, delete on igdb_tokens, game_searches to parlay_worker;
