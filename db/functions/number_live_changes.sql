-- Numbers what changed, with the values of now: every row once. A new event is said as a whole: clients that do not know it load
-- the tree again. The same holds for a new market.
--
-- Runs at commit, once for each statement that changed the tree, and takes time in proportion to the changes, because the
-- transaction remembers up to where it has numbered. The counter, for which all other changes of the tenant's tree wait, is locked
-- when the updates are known and only have to be written.
create or replace function number_live_changes() returns trigger
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
declare
    this constant xid8 := pg_current_xact_id();
    tenant constant bigint := new.tenant_id;
    -- `tenant:id` of the last change that this transaction has numbered.
    numbered constant text := current_setting('parlay.live_numbered', true);
    found_updates live_updates[];
    highest bigint;
    last bigint;
    added bigint;
    noted bigint;
    notified timestamptz;
begin
    if numbered like tenant || ':%' and new.id <= split_part(numbered, ':', 2)::bigint then
        return null;
    end if;
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
    if not (noted = 1 and new.kind = 'outcome') then
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
        select array_agg(
                   row(tenant, null, p.kind, p.tournament_id, p.event_id, p.row_id, p.starts_at, p.status, p.home_score,
                       p.away_score, p.price, null)::live_updates
                   order by p.id
               ),
               (select max(t.id) from taken t)
          into found_updates, highest
          from present p;
        perform set_config('parlay.live_numbered', tenant || ':' || highest, true);
    end if;
    select c.seq, c.notified_at into last, notified from live_counters c where c.tenant_id = tenant for update;
    if not found then
        insert into live_counters (tenant_id) values (tenant) on conflict do nothing;
        select c.seq, c.notified_at into last, notified from live_counters c where c.tenant_id = tenant for update;
    end if;
    if highest is null then
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
        insert into live_updates (
            tenant_id, seq, kind, tournament_id, event_id, row_id, starts_at, status, home_score, away_score, price,
            created_at
        )
        select tenant, last + u.number, u.kind, u.tournament_id, u.event_id, u.row_id, u.starts_at, u.status, u.home_score,
               u.away_score, u.price, clock_timestamp()
          from unnest(found_updates) with ordinality as u (
                   tenant_id, seq, kind, tournament_id, event_id, row_id, starts_at, status, home_score, away_score, price,
                   created_at, number
               );
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
revoke all on function number_live_changes from public;

-- At commit.
drop trigger if exists number_live_changes on live_changes;
create constraint trigger number_live_changes after insert on live_changes
    deferrable initially deferred for each row when (new.is_first) execute function number_live_changes();
