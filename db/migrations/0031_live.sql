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
alter table live_changes alter column tenant_id set statistics 0;
alter table live_changes alter column transaction set statistics 0;

-- These three are written by triggers alone, with the rights of their owner.
grant select on live_counters, live_updates to parlay_front, parlay_worker;
grant update (pruned) on live_counters to parlay_worker;
grant delete on live_updates to parlay_worker;

-- What changed, with the values of now: every row once. A new event is said as a whole: whoever does not know it loads the
-- tree again. The same holds for a new market.
create function number_live_changes() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    this constant xid8 := pg_current_xact_id();
    tenant constant bigint := new.tenant_id;
    last bigint;
    added bigint;
    noted bigint;
    notified timestamptz;
begin
    select count(*) into noted
      from (select from live_changes c where c.tenant_id = tenant and c.transaction = this limit 2) c;
    if noted = 0 then
        -- Another statement's trigger has numbered all.
        return null;
    end if;
    -- A tenant that was just deleted has nobody to tell.
    if not exists (select from tenants t where t.id = tenant) then
        delete from live_changes c where c.tenant_id = tenant and c.transaction = this;
        return null;
    end if;
    select c.seq, c.notified_at into last, notified from live_counters c where c.tenant_id = tenant for update;
    if not found then
        insert into live_counters (tenant_id) values (tenant) on conflict do nothing;
        select c.seq, c.notified_at into last, notified from live_counters c where c.tenant_id = tenant for update;
    end if;
    if noted = 1 and new.kind = 'outcome' then
        -- One price, which is nearly every transaction: the general statement takes three times as long.
        delete from live_changes c where c.tenant_id = tenant and c.transaction = this;
        insert into live_updates (tenant_id, seq, kind, tournament_id, event_id, row_id, status, price, created_at)
        select tenant, last + 1, 'outcome', e.tournament_id, m.event_id, o.id,
               case when new.with_status then o.status end, o.price, clock_timestamp()
          from outcomes o
         cross join lateral (
                   select n.event_id from markets n where n.tenant_id = tenant and n.id = o.market_id offset 0
               ) m
         cross join lateral (
                   select f.tournament_id from events f where f.tenant_id = tenant and f.id = m.event_id offset 0
               ) e
         where o.tenant_id = tenant and o.id = new.row_id;
        get diagnostics added = row_count;
    else
        with taken as materialized (
            delete from live_changes c where c.tenant_id = tenant and c.transaction = this
            returning c.id, c.kind, c.row_id, c.parent_id, c.is_new, c.is_deleted, c.with_status, c.tournament_id,
                      c.event_id
        ), merged as materialized (
            select max(t.id) as id, t.kind, t.row_id, bool_or(t.is_new) as is_new, bool_or(t.is_deleted) as is_deleted,
                   bool_or(t.with_status) as with_status, max(t.tournament_id) as tournament_id,
                   max(t.event_id) as event_id
              from taken t
             where case t.kind
                       when 'start' then true
                       when 'outcome'
                           then t.parent_id not in (select n.row_id from taken n where n.kind = 'market' and n.is_new)
                       when 'market'
                           then t.parent_id not in (select n.row_id from taken n where n.kind = 'start' and n.is_new)
                       else coalesce(t.event_id, 0) not in (
                           select n.row_id from taken n where n.kind = 'start' and n.is_new
                       )
                   end
             group by t.kind, t.row_id, case t.kind when 'tree' then t.tournament_id end,
                      case t.kind when 'tree' then t.event_id end
        ), present as (
            -- "offset 0" makes each row be looked up by its key. The plan is made at the first call in a session, perhaps on
            -- empty tables, and must suit any later one.
            select c.id, c.kind, e.tournament_id, c.row_id as event_id, c.row_id,
                   case c.kind when 'start' then e.starts_at end as starts_at,
                   case c.kind when 'event' then e.status end as status,
                   case c.kind when 'event' then e.home_score end as home_score,
                   case c.kind when 'event' then e.away_score end as away_score, null::integer as price
              from merged c
             cross join lateral (
                       select f.tournament_id, f.starts_at, f.status, f.home_score, f.away_score
                         from events f
                        where f.tenant_id = tenant and f.id = c.row_id
                       offset 0
                   ) e
             where c.kind in ('start', 'event')
             union all
            select c.id, c.kind, e.tournament_id, m.event_id, c.row_id, null, m.status, null, null, null
              from merged c
             cross join lateral (
                       select n.event_id, n.status from markets n where n.tenant_id = tenant and n.id = c.row_id offset 0
                   ) m
             cross join lateral (
                       select f.tournament_id from events f where f.tenant_id = tenant and f.id = m.event_id offset 0
                   ) e
             where c.kind = 'market'
             union all
            select c.id, c.kind, e.tournament_id, m.event_id, c.row_id, null, case when c.with_status then o.status end, null,
                   null, o.price
              from merged c
             cross join lateral (
                       select p.market_id, p.status, p.price
                         from outcomes p
                        where p.tenant_id = tenant and p.id = c.row_id
                       offset 0
                   ) o
             cross join lateral (
                       select n.event_id from markets n where n.tenant_id = tenant and n.id = o.market_id offset 0
                   ) m
             cross join lateral (
                       select f.tournament_id from events f where f.tenant_id = tenant and f.id = m.event_id offset 0
                   ) e
             where c.kind = 'outcome'
             union all
            select c.id, 'market', e.tournament_id, c.event_id, c.row_id, null, 'void', null, null, null
              from merged c
              left join lateral (
                       select f.tournament_id from events f where f.tenant_id = tenant and f.id = c.event_id offset 0
                   ) e on true
             where c.kind = 'market' and c.is_deleted
             union all
            select c.id, c.kind, coalesce(c.tournament_id, e.tournament_id), c.event_id, null, null, null, null, null, null
              from merged c
              left join lateral (
                       select f.tournament_id from events f where f.tenant_id = tenant and f.id = c.event_id offset 0
                   ) e on true
             where c.kind = 'tree'
        )
        insert into live_updates (
            tenant_id, seq, kind, tournament_id, event_id, row_id, starts_at, status, home_score, away_score, price,
            created_at
        )
        select tenant, last + row_number() over (order by p.id), p.kind, p.tournament_id, p.event_id, p.row_id, p.starts_at,
               p.status, p.home_score, p.away_score, p.price, clock_timestamp()
          from present p;
        get diagnostics added = row_count;
    end if;
    if added > 0 then
        if notified < clock_timestamp() - interval '100 milliseconds' then
            notified := clock_timestamp();
            perform pg_notify('parlay_live', tenant::text);
        end if;
        update live_counters c set seq = last + added, notified_at = notified where c.tenant_id = tenant;
    end if;
    return null;
end
$$;

-- At commit, once for each statement that changed the tree.
create constraint trigger number_live_changes after insert on live_changes
    deferrable initially deferred for each row when (new.is_first) execute function number_live_changes();

create function note_new_events() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, is_new, is_first)
    select n.tenant_id, 'start', n.id, true, row_number() over (partition by n.tenant_id) = 1
      from new_rows n;
    return null;
end
$$;

create trigger note_new_events after insert on events
    referencing new table as new_rows for each statement execute function note_new_events();

create function note_new_markets() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, is_new, is_first)
    select n.tenant_id, 'market', n.id, n.event_id, true, row_number() over (partition by n.tenant_id) = 1
      from new_rows n;
    return null;
end
$$;

create trigger note_new_markets after insert on markets
    referencing new table as new_rows for each statement execute function note_new_markets();

create function note_new_outcomes() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, is_new, is_first)
    select n.tenant_id, 'outcome', n.id, n.market_id, true, row_number() over (partition by n.tenant_id) = 1
      from new_rows n;
    return null;
end
$$;

create trigger note_new_outcomes after insert on outcomes
    referencing new table as new_rows for each statement execute function note_new_outcomes();

-- The functions about changed rows join two tables whose sizes the planner knows only at the first call in a session. A
-- nested loop, which is best for a single row, would then be kept for thousands.
create function note_changed_events() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, event_id, is_first)
    select c.tenant_id, c.kind, case when c.kind <> 'tree' then c.id end, c.id,
           row_number() over (partition by c.tenant_id) = 1
      from (
          select n.tenant_id, n.id,
                 unnest(array_remove(
                     array[
                         case when n.starts_at <> o.starts_at then 'start' end,
                         case
                             when (n.status, n.home_score, n.away_score)
                                 is distinct from (o.status, o.home_score, o.away_score)
                                 then 'event'
                         end,
                         case
                             when (n.home, n.away, n.week, n.tournament_id)
                                 is distinct from (o.home, o.away, o.week, o.tournament_id)
                                 then 'tree'
                         end
                     ],
                     null
                 )) as kind
            from new_rows n
            join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      ) c;
    return null;
end
$$;

create trigger note_changed_events after update on events
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_events();

create function note_changed_markets() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, event_id, is_first)
    select c.tenant_id, c.kind, case c.kind when 'market' then c.id end, c.event_id, c.event_id,
           row_number() over (partition by c.tenant_id) = 1
      from (
          select n.tenant_id, n.id, n.event_id,
                 unnest(array_remove(
                     array[
                         case when n.status <> o.status then 'market' end,
                         case
                             when (n.kind, n.line_quarters, n.period, n.prices)
                                 is distinct from (o.kind, o.line_quarters, o.period, o.prices)
                                 then 'tree'
                         end
                     ],
                     null
                 )) as kind
            from new_rows n
            join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      ) c;
    return null;
end
$$;

create trigger note_changed_markets after update on markets
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_markets();

create function note_changed_outcomes() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, with_status, event_id, is_first)
    select c.tenant_id, c.kind, case c.kind when 'outcome' then c.id end, c.market_id, c.with_status,
           case c.kind
               when 'tree'
                   then (select m.event_id from markets m where m.tenant_id = c.tenant_id and m.id = c.market_id)
           end,
           row_number() over (partition by c.tenant_id) = 1
      from (
          select n.tenant_id, n.id, n.market_id, n.status <> o.status as with_status,
                 unnest(array_remove(
                     array[
                         case when n.price <> o.price or n.status <> o.status then 'outcome' end,
                         case when (n.name, n.side) is distinct from (o.name, o.side) then 'tree' end
                     ],
                     null
                 )) as kind
            from new_rows n
            join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      ) c;
    return null;
end
$$;

create trigger note_changed_outcomes after update on outcomes
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_outcomes();

create function note_changed_tournaments() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    set enable_nestloop = off
    as $$
begin
    insert into live_changes (tenant_id, kind, tournament_id, is_first)
    select n.tenant_id, 'tree', n.id, row_number() over (partition by n.tenant_id) = 1
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
     where (n.sport, n.name, n.season, n.status) is distinct from (o.sport, o.name, o.season, o.status);
    return null;
end
$$;

create trigger note_changed_tournaments after update on tournaments
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_changed_tournaments();

create function note_deleted_markets() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, row_id, parent_id, is_deleted, event_id, is_first)
    select o.tenant_id, 'market', o.id, o.event_id, true, o.event_id, row_number() over (partition by o.tenant_id) = 1
      from old_rows o;
    return null;
end
$$;

create trigger note_deleted_markets after delete on markets
    referencing old table as old_rows for each statement execute function note_deleted_markets();

create function note_deleted_events() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    insert into live_changes (tenant_id, kind, tournament_id, event_id, is_first)
    select o.tenant_id, 'tree', o.tournament_id, o.id, row_number() over (partition by o.tenant_id) = 1
      from old_rows o;
    return null;
end
$$;

create trigger note_deleted_events after delete on events
    referencing old table as old_rows for each statement execute function note_deleted_events();

revoke all on function number_live_changes(), note_new_events(), note_new_markets(), note_new_outcomes(),
    note_changed_events(), note_changed_markets(), note_changed_outcomes(), note_changed_tournaments(),
    note_deleted_markets(), note_deleted_events() from public;

-- The simulation suspends markets for some seconds, and opens only its own again.
alter table markets drop constraint markets_status_by_check;
alter table markets add constraint markets_status_by_check
    check (status_by in ('admin', 'feed', 'line', 'event', 'simulation'));

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
