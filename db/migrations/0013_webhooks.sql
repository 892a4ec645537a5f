-- compatible: no
-- What apps are told over HTTP: the endpoints that admins register, the events, and the attempts to deliver them.

create table webhooks (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    url text not null constraint webhooks_url_check check (length(url) between 1 and 2000),
    -- Types such as 'match.made', or '*' for all.
    events text[] not null constraint webhooks_events_check check (cardinality(events) > 0),
    enabled boolean not null default true,
    -- Why the worker disabled it: 'gone' or 'failing'; null if an admin did, or while it is enabled.
    disabled_reason text
        constraint webhooks_disabled_reason_check
        check (disabled_reason is null or disabled_reason in ('gone', 'failing') and not enabled),
    -- The first failure since the last success, and how many attempts have failed since then.
    failing_since timestamptz,
    failures integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Counts edits; the row's ETag. A failed attempt is not an edit.
    version bigint not null default 1,
    primary key (tenant_id, id)
) with (fillfactor = 80);
call protect('webhooks');

-- At most 20 a tenant, because each event is sent to all of them. The lock keeps two from being the twentieth.
create function limit_webhooks() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.webhooks', new.tenant_id));
    if (select count(*) from webhooks where tenant_id = new.tenant_id) > 20 then
        raise exception 'a tenant has at most 20 webhooks'
            using errcode = 'check_violation', constraint = 'webhooks_limit_check', table = 'webhooks';
    end if;
    return null;
end
$$;

create trigger limit_webhooks after insert on webhooks
    for each row execute function limit_webhooks();

-- Keys of signatures. In a table of their own, because the front writes them and must not read them back: only the worker
-- signs.
create table webhook_secrets (
    tenant_id bigint not null,
    id bigint generated always as identity,
    webhook_id bigint not null,
    key bytea not null constraint webhook_secrets_key_check check (length(key) between 24 and 64),
    -- Set when another key replaces this one; until then both sign.
    expires_at timestamptz,
    primary key (tenant_id, id),
    constraint webhook_secrets_webhook_fkey
        foreign key (tenant_id, webhook_id) references webhooks on delete cascade
);
call protect('webhook_secrets');
create index webhook_secrets_webhook_idx on webhook_secrets (tenant_id, webhook_id);

-- One row for each change, whatever the number of notices and endpoints.
create table webhook_events (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    -- The header `webhook-id`: the same for every attempt, replay and endpoint.
    message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type text not null,
    -- Identifies the change, so that all its notices are one event and a job that runs twice makes one.
    key text not null,
    -- The field `data` of the payload.
    data json not null,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    constraint webhook_events_key unique (tenant_id, key)
);
call protect('webhook_events');
create index webhook_events_created_at_idx on webhook_events (created_at);

-- One row for each attempt, also for one that is still to come.
create table webhook_deliveries (
    tenant_id bigint not null,
    id bigint generated always as identity,
    webhook_id bigint not null,
    event_id bigint not null,
    -- From 1, also in a replay.
    attempt smallint not null default 1,
    status text not null default 'pending'
        constraint webhook_deliveries_status_check check (status in ('pending', 'delivered', 'failed', 'cancelled')),
    -- Not sent before this time.
    scheduled_at timestamptz not null,
    finished_at timestamptz,
    duration_ms integer,
    response_status integer,
    -- The first characters of the body.
    response text constraint webhook_deliveries_response_check check (length(response) <= 1000),
    error text constraint webhook_deliveries_error_check check (length(error) <= 500),
    primary key (tenant_id, id),
    constraint webhook_deliveries_finished_check check ((status = 'pending') = (finished_at is null)),
    constraint webhook_deliveries_webhook_fkey
        foreign key (tenant_id, webhook_id) references webhooks on delete cascade,
    constraint webhook_deliveries_event_fkey
        foreign key (tenant_id, event_id) references webhook_events on delete cascade
) with (fillfactor = 70);
call protect('webhook_deliveries');
create index webhook_deliveries_webhook_idx on webhook_deliveries (tenant_id, webhook_id, id desc);
create index webhook_deliveries_event_idx on webhook_deliveries (tenant_id, event_id);

-- Inserts one event for all notices of one change, with a delivery and a job for each endpoint that subscribes to it. A part
-- of the statement that writes the notices, and so of its transaction.
create function enqueue_webhooks() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if not exists (select from webhooks w where w.enabled and w.tenant_id in (select n.tenant_id from new_notices n)) then
        return null;
    end if;
    with change as (
        select n.tenant_id, regexp_replace(n.kind, '_', '.') as type,
               -- Without a unique key, a change is what one transaction writes about one subject.
               coalesce(n.unique_key, 'tx:' || pg_current_xact_id()::text) || ':' || n.kind || ':'
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
          from new_notices n
         group by n.tenant_id, n.kind, n.unique_key, n.subject_type, n.subject_id
    ), event as (
        insert into webhook_events (tenant_id, type, key, data, created_at)
        select change.tenant_id, change.type, change.key, change.data, change.created_at
          from change
         where exists (
               select from webhooks w
                where w.tenant_id = change.tenant_id and w.enabled and w.events && array['*', change.type]
               )
         order by change.tenant_id, change.key
        on conflict on constraint webhook_events_key do nothing
        returning tenant_id, id, type
    ), delivery as (
        insert into webhook_deliveries (tenant_id, webhook_id, event_id, scheduled_at)
        select event.tenant_id, w.id, event.id, clock_timestamp()
          from event
          join webhooks w on w.tenant_id = event.tenant_id and w.enabled and w.events && array['*', event.type]
        returning tenant_id, id
    )
    insert into jobs (tenant_id, kind, payload)
    select delivery.tenant_id, 'send_webhook', jsonb_build_object('delivery', delivery.id) from delivery;
    return null;
end
$$;

create trigger enqueue_webhooks after insert on notices
    referencing new table as new_notices
    for each statement execute function enqueue_webhooks();

grant select, insert, update, delete on webhooks, webhook_events, webhook_deliveries to parlay_front, parlay_worker;
grant select (tenant_id, id, webhook_id, expires_at), insert, update (expires_at), delete
    on webhook_secrets to parlay_front;
grant select, delete on webhook_secrets to parlay_worker;
