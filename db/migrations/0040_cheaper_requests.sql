-- compatible: yes
-- The statements that nearly every request sends, with less work for the server (docs/decisions/0119-what-a-write-costs.md).

-- Finds the account of a token and scopes the transaction to its tenant and account, in one statement. Returns no row if
-- the token is unknown or expired, or its account is not active. It always sets both settings, and on a refusal to values
-- that match nothing, because reads of other requests may follow in the same transaction. It runs with the rights of its
-- caller and qualifies every name.
--
-- PostgreSQL inlines it into the statement that calls it, whose plan each connection keeps. For that it must be SQL and called
-- stable, although it has the effect of its set_config(). The order in which its parts run is fixed: `found` refers to `scope`
-- and so runs behind it, and `offset 0` keeps them apart. The token is at most one row for the planner too (`limit 1`), so that
-- the account is looked up by its key even before there are statistics.
create or replace function authenticate(
    for_tenant bigint,
    token_digest bytea,
    at_time timestamptz,
    out token_id bigint,
    out account_id bigint,
    out role text,
    out username text,
    out is_stale boolean
) returns setof record
    language sql stable
    as $$
    select known.token_id, known.account_id, known.role, known.username, known.is_stale
      from (
           select found.token_id, found.account_id, found.role, found.username, found.is_stale,
                  set_config('parlay.account_id', coalesce(found.account_id::text, ''), true),
                  case when found.account_id is null then set_config('parlay.tenant_id', '', true) end
             from (select set_config('parlay.tenant_id', for_tenant::text, true) as tenant offset 0) as scope
             left join lateral (
                  select token.id as token_id, a.id as account_id, a.role, a.username, token.is_stale
                    from (
                         select t.id, t.account_id,
                                t.last_used_at is null or t.last_used_at < at_time - interval '1 hour' as is_stale
                           from parlay.tokens t
                          where t.tenant_id = for_tenant and t.digest = token_digest and t.expires_at > at_time
                          limit 1
                         ) as token
                    join parlay.accounts a
                      on a.tenant_id = for_tenant and a.id = token.account_id and a.status = 'active'
                   where scope.tenant is not null
                  offset 0
                  ) as found on true
           offset 0
           ) as known
     where known.account_id is not null
$$;

-- How notices write the time of a meetup. What they say is as before. A function of PL/pgSQL is started anew in each transaction, each `set`
-- of a function costs as much, and so does an expression with many parts, even where they are not reached.

-- Templates of to_char() by language and region, `en-` for English without a region, and by language for all other regions.
create function date_formats() returns jsonb
    language sql immutable parallel safe
    return '{
        "en-": "Dy, Mon FMDD, YYYY, FMHH12:MI AM", "en-us": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-ca": "Dy, Mon FMDD, YYYY, FMHH12:MI AM", "en-ph": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-pr": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-au": "Dy, FMDD Mon YYYY, FMHH12:MI AM", "en-nz": "Dy, FMDD Mon YYYY, FMHH12:MI AM",
        "en-in": "Dy, FMDD Mon YYYY, FMHH12:MI AM",
        "en": "Dy, FMDD Mon YYYY, HH24:MI",
        "fr-ca": "YYYY-MM-DD HH24:MI",
        "fr-ch": "DD.MM.YYYY HH24:MI", "it-ch": "DD.MM.YYYY HH24:MI",
        "nl-be": "DD/MM/YYYY HH24:MI",
        "az": "DD.MM.YYYY HH24:MI", "be": "DD.MM.YYYY HH24:MI", "bg": "DD.MM.YYYY HH24:MI", "bs": "DD.MM.YYYY HH24:MI",
        "cs": "DD.MM.YYYY HH24:MI", "da": "DD.MM.YYYY HH24:MI", "de": "DD.MM.YYYY HH24:MI", "et": "DD.MM.YYYY HH24:MI",
        "fi": "DD.MM.YYYY HH24:MI", "hr": "DD.MM.YYYY HH24:MI", "hy": "DD.MM.YYYY HH24:MI", "is": "DD.MM.YYYY HH24:MI",
        "ka": "DD.MM.YYYY HH24:MI", "kk": "DD.MM.YYYY HH24:MI", "lv": "DD.MM.YYYY HH24:MI", "mk": "DD.MM.YYYY HH24:MI",
        "nb": "DD.MM.YYYY HH24:MI", "nn": "DD.MM.YYYY HH24:MI", "no": "DD.MM.YYYY HH24:MI", "pl": "DD.MM.YYYY HH24:MI",
        "ro": "DD.MM.YYYY HH24:MI", "ru": "DD.MM.YYYY HH24:MI", "sk": "DD.MM.YYYY HH24:MI", "sl": "DD.MM.YYYY HH24:MI",
        "sr": "DD.MM.YYYY HH24:MI", "tr": "DD.MM.YYYY HH24:MI", "uk": "DD.MM.YYYY HH24:MI",
        "ca": "DD/MM/YYYY HH24:MI", "cy": "DD/MM/YYYY HH24:MI", "el": "DD/MM/YYYY HH24:MI", "es": "DD/MM/YYYY HH24:MI",
        "fr": "DD/MM/YYYY HH24:MI", "ga": "DD/MM/YYYY HH24:MI", "gl": "DD/MM/YYYY HH24:MI", "he": "DD/MM/YYYY HH24:MI",
        "id": "DD/MM/YYYY HH24:MI", "it": "DD/MM/YYYY HH24:MI", "ms": "DD/MM/YYYY HH24:MI", "pt": "DD/MM/YYYY HH24:MI",
        "sw": "DD/MM/YYYY HH24:MI", "vi": "DD/MM/YYYY HH24:MI",
        "ar": "DD/MM/YYYY FMHH12:MI AM", "bn": "DD/MM/YYYY FMHH12:MI AM", "hi": "DD/MM/YYYY FMHH12:MI AM",
        "ta": "DD/MM/YYYY FMHH12:MI AM", "te": "DD/MM/YYYY FMHH12:MI AM", "ur": "DD/MM/YYYY FMHH12:MI AM",
        "nl": "DD-MM-YYYY HH24:MI",
        "ja": "YYYY/MM/DD HH24:MI", "zh": "YYYY/MM/DD HH24:MI",
        "hu": "YYYY. MM. DD. HH24:MI", "ko": "YYYY. MM. DD. HH24:MI"
    }'::jsonb;

-- See 0019_meeting_times.sql.
create or replace function date_format(locale text) returns text
    language sql immutable parallel safe
    return coalesce(
        date_formats() ->> (
            split_part(lower(locale), '-', 1) || '-'
            || coalesce((regexp_match(lower(locale), '^[a-z]+(?:-[a-z]{4})?-([a-z]{2}|[0-9]{3})(?:-|$)'))[1], '')
        ),
        date_formats() ->> split_part(lower(locale), '-', 1),
        'YYYY-MM-DD HH24:MI'
    );

-- The time in a person's zone and format. to_char() knows the abbreviation of the session's zone only, so the zone is set
-- meanwhile. All names are qualified, because a search_path would cost time at each call.
create function format_local_time(moment timestamptz, settings jsonb) returns text
    language plpgsql
    as $$
declare
    before constant text := current_setting('TimeZone');
    shown text;
begin
    begin
        perform set_config('TimeZone', coalesce(settings ->> 'time_zone', 'UTC'), true);
    exception when invalid_parameter_value then
        perform set_config('TimeZone', 'UTC', true);  -- an unknown zone counts as UTC
    end;
    -- Many zones have only an offset for an abbreviation.
    shown := to_char(moment, parlay.date_format(coalesce(settings ->> 'locale', 'en'))) || ' '
        || case when to_char(moment, 'TZ') ~ '^[+-]' then to_char(moment, '"UTC"TZH:TZM') else to_char(moment, 'TZ') end;
    perform set_config('TimeZone', before, true);
    return shown;
end
$$;

-- PostgreSQL inlines it.
create or replace function format_meeting_time(moment timestamptz, settings jsonb) returns text
    language sql
    return case
        when coalesce(settings ->> 'time_zone', 'UTC') = 'UTC' and coalesce(settings ->> 'locale', 'en') in ('en', 'en-US')
            then to_char(moment at time zone 'UTC', 'Dy, Mon FMDD, YYYY, FMHH12:MI AM') || ' UTC'
        else format_local_time(moment, settings)
    end;

-- Notices that wait for a worker, which enqueues their mail and their webhooks: the one row that a write leaves for both. It
-- is written in the transaction of the notice. Neither a foreign key nor a check, because each would cost more than the row.
create table notice_outbox (
    tenant_id bigint not null,
    -- The transaction that wrote it. A worker takes all notices of a transaction together, because they may be one event.
    change xid8 not null,
    notice_id bigint not null,
    primary key (tenant_id, change, notice_id)
) with (
    -- As `jobs`: vacuum often, by count and without delay.
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 0,
    autovacuum_vacuum_insert_threshold = -1,
    autovacuum_analyze_threshold = 50000,
    autovacuum_analyze_scale_factor = 0
);
call protect('notice_outbox');
grant insert on notice_outbox to parlay_front;
grant select, insert, delete on notice_outbox to parlay_worker;

-- All names are qualified, because a search_path would cost time at each call.
create function post_notices() returns trigger
    language plpgsql
    as $$
begin
    insert into parlay.notice_outbox (tenant_id, change, notice_id)
    select n.tenant_id, pg_current_xact_id(), n.id from new_notices n;
    return null;
end
$$;

-- Silent in a transfer, as in 0037_tenant_transfer.sql.
create trigger post_notices after insert on notices
    referencing new table as new_notices
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function post_notices();

drop trigger mail_notices on notices;
drop trigger enqueue_webhooks on notices;
drop function mail_notices();
drop function enqueue_webhooks();

-- Takes waiting notices of a tenant, the oldest transactions first, about `batch` of them, and enqueues what follows from
-- them: a mail for each recipient who wants mail, and one event for all notices of one change, with a delivery and a job for each
-- endpoint that subscribes to it. Returns how many it took; 0 also while another session does the same.
--
-- A transaction is taken as a whole, unless it has more than ten times `batch` notices. What was deleted meanwhile is told to
-- nobody. The planner is forced to use the indexes: the tables may have been empty when it last looked.
create function relay_notices(for_tenant bigint, batch bigint) returns bigint
    language plpgsql
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    as $$
declare
    latest xid8;
    taken_count bigint;
begin
    if not pg_try_advisory_xact_lock(hashtextextended('parlay.notices', for_tenant)) then
        return 0;
    end if;
    select o.change into latest
      from notice_outbox o
     where o.tenant_id = for_tenant
     order by o.change, o.notice_id
    offset batch - 1
     limit 1;
    with picked as materialized (
        select o.change, o.notice_id
          from notice_outbox o
         where o.tenant_id = for_tenant and o.change <= coalesce(latest, '18446744073709551615')
         order by o.change, o.notice_id
         limit 10 * batch
    ), taken as (
        delete from notice_outbox o
         using picked
         where o.tenant_id = for_tenant and o.change = picked.change and o.notice_id = picked.notice_id
        returning o.change, o.notice_id
    ), told as materialized (
        select n.*, taken.change
          from taken
         cross join lateral (
               select n.tenant_id, n.id, n.account_id, n.kind, n.title, n.subject_type, n.subject_id, n.unique_key,
                      n.created_at, n.recalled_at
                 from notices n
                where n.tenant_id = for_tenant and n.id = taken.notice_id
               offset 0
               ) as n
    ), mail as (
        -- The attempts are those of SendMailJob.
        insert into jobs (tenant_id, kind, payload, max_attempts)
        select n.tenant_id, 'send_mail', jsonb_build_object('notice', n.id), 30
          from told n
         where n.recalled_at is null
           and (
               select a.status = 'active' and a.email is not null
                      and a.settings -> 'mail_notices' is distinct from 'false'::jsonb
                 from accounts a
                where a.tenant_id = n.tenant_id and a.id = n.account_id
           )
         order by n.id
    ), grouped as (
        select n.tenant_id, n.change, regexp_replace(n.kind, '_', '.') as type,
               -- Without a unique key, a change is what one transaction writes about one subject.
               coalesce(n.unique_key, 'tx:' || n.change::text) || ':' || n.kind || ':'
                   || coalesce(n.subject_type || ':' || n.subject_id, '') as key,
               json_build_object(
                   'subject',
                   case when n.subject_type is not null
                        then json_build_object('type', n.subject_type, 'id', n.subject_id) end,
                   'notices',
                   -- The first hundred: receivers take about 20 kB.
                   array_to_json((array_agg(
                       json_build_object('id', n.id, 'account_id', n.account_id, 'title', left(n.title, 100))
                       order by n.id
                   ))[:100])
               ) as data,
               min(n.created_at) as created_at
          from told n
         where exists (select from webhooks w where w.tenant_id = for_tenant and w.enabled)
         group by n.tenant_id, n.change, n.kind, n.unique_key, n.subject_type, n.subject_id
    ), event as (
        insert into webhook_events (tenant_id, type, key, data, created_at)
        select grouped.tenant_id, grouped.type, grouped.key, grouped.data, grouped.created_at
          from grouped
         where exists (
               select from webhooks w
                where w.tenant_id = for_tenant and w.enabled and w.events && array['*', grouped.type]
               )
         order by grouped.change, grouped.key
        on conflict on constraint webhook_events_key do nothing
        returning tenant_id, id, type
    ), delivery as (
        insert into webhook_deliveries (tenant_id, webhook_id, event_id, scheduled_at)
        select event.tenant_id, w.id, event.id, clock_timestamp()
          from event
          join webhooks w on w.tenant_id = for_tenant and w.enabled and w.events && array['*', event.type]
        returning tenant_id, id
    ), sending as (
        insert into jobs (tenant_id, kind, payload)
        select delivery.tenant_id, 'send_webhook', jsonb_build_object('delivery', delivery.id) from delivery
    )
    select count(*) into taken_count from taken;
    return taken_count;
end
$$;
revoke all on function relay_notices(bigint, bigint) from public;
grant execute on function relay_notices(bigint, bigint) to parlay_worker;

-- The tenants whose notices wait.
create function tenants_with_notices() returns setof bigint
    language sql stable
    set search_path = parlay, pg_temp
    set enable_seqscan = off
    set enable_bitmapscan = off
    as $$
    with recursive waiting as (
        (select o.tenant_id from notice_outbox o order by o.tenant_id limit 1)
        union all
        select following.tenant_id
          from waiting
         cross join lateral (
               select o.tenant_id
                 from notice_outbox o
                where o.tenant_id > waiting.tenant_id
                order by o.tenant_id
                limit 1
               ) as following
    )
    select tenant_id from waiting
$$;
revoke all on function tenants_with_notices() from public;
grant execute on function tenants_with_notices() to parlay_worker;

-- Workers of the previous version do not look into the outbox. They renew their lease every ten seconds, and with it relay what
-- waits, 2,000 notices at most; workers of this version have left nothing. No lease is lost because of a notice.
create function relay_at_renewal() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    tenant bigint;
    total bigint := 0;
begin
    for tenant in select tenants_with_notices() loop
        begin
            total := total + relay_notices(tenant, 100);
        exception when others then
            raise warning 'notices of tenant % were not relayed: %', tenant, sqlerrm;
        end;
        exit when total >= 2000;
    end loop;
    return null;
end
$$;

create trigger relay_at_renewal after update on workers
    for each statement execute function relay_at_renewal();

-- The size and the age of the queue, as before; notices that wait count as jobs of the kind `relay_notices`.
create or replace function job_counts(per_lane bigint) returns table (kind text, state text, count bigint)
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    with recursive lane as (
        (select tenant_id, kind from jobs where state = 'available' order by tenant_id, kind limit 1)
        union all
        select following.tenant_id, following.kind
          from lane
         cross join lateral (
               select jobs.tenant_id, jobs.kind
                 from jobs
                where jobs.state = 'available'
                  and (jobs.tenant_id, jobs.kind) > (lane.tenant_id, lane.kind)
                order by jobs.tenant_id, jobs.kind
                limit 1
               ) as following
    ), available as (
        select lane.kind, counted.count
          from lane
         cross join lateral (
               select count(*) as count
                 from (select from jobs
                        where jobs.tenant_id = lane.tenant_id and jobs.kind = lane.kind
                          and jobs.state = 'available'
                        limit per_lane) as bounded
               ) as counted
    )
    select kind, 'available', least(sum(count), per_lane)::bigint from available group by kind
    union all
    select kind, 'running', count(*)
      from (select kind from jobs where state = 'running' limit per_lane) as running
     group by kind
    union all
    select kind, 'dead', count(*) from (select kind from dead_letters limit per_lane) as dead group by kind
    union all
    select 'relay_notices', 'available', count(*) from (select from notice_outbox limit per_lane) as waiting having count(*) > 0
$$;

create or replace function job_oldest_seconds() returns double precision
    language sql stable security definer
    set search_path = parlay, pg_temp
    as $$
    with recursive lane as (
        (select tenant_id, kind, run_at from jobs where state = 'available'
          order by tenant_id, kind, run_at limit 1)
        union all
        select following.tenant_id, following.kind, following.run_at
          from lane
         cross join lateral (
               select jobs.tenant_id, jobs.kind, jobs.run_at
                 from jobs
                where jobs.state = 'available'
                  and (jobs.tenant_id, jobs.kind) > (lane.tenant_id, lane.kind)
                order by jobs.tenant_id, jobs.kind, jobs.run_at
                limit 1
               ) as following
    ), notice as (
        select min(n.created_at) as created_at
          from tenants_with_notices() as tenant (id)
         cross join lateral (
               select o.notice_id
                 from notice_outbox o
                where o.tenant_id = tenant.id
                order by o.change, o.notice_id
                limit 1
               ) as first
         cross join lateral (
               select notices.created_at
                 from notices
                where notices.tenant_id = tenant.id and notices.id = first.notice_id
               offset 0
               ) as n
    )
    select greatest(0, extract(epoch from now() - least(min(lane.run_at), (select created_at from notice))))::double precision
      from lane
$$;

-- As before, and what waits in the outbox.
create or replace function delete_tenant_jobs() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from jobs where tenant_id in (select id from deleted_tenants);
    delete from dead_letters where tenant_id in (select id from deleted_tenants);
    delete from notice_outbox where tenant_id in (select id from deleted_tenants);
    return null;
end
$$;
