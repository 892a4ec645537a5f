-- compatible: no
-- What apps are told over HTTP: the endpoints that admins register, the events, and what became of each delivery.

create table webhooks (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    url text not null constraint webhooks_url_check check (length(url) between 1 and 2000),
    -- Types such as 'match.made', or '*' for all.
    events text[] not null constraint webhooks_events_check check (cardinality(events) > 0),
    enabled boolean not null default true,
    -- Why the worker turned it off: 'gone' or 'failing'; null when an admin did, or while it is on.
    disabled_reason text
        constraint webhooks_disabled_reason_check
        check (disabled_reason is null or disabled_reason in ('gone', 'failing') and not enabled),
    -- The first failure since the last success, and how many attempts have failed from there on.
    failing_since timestamptz,
    failures integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Counts edits; the row's ETag. That attempts fail is no edit.
    version bigint not null default 1,
    primary key (tenant_id, id)
) with (fillfactor = 80);
call protect('webhooks');

-- At most 20 a tenant: each event is sent to all of them. Takes turns within a tenant, so that two cannot be the last.
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

-- Keys of signatures. In a table of their own, because the front writes them and must not be able to read them back:
-- only the worker signs.
create table webhook_secrets (
    tenant_id bigint not null,
    id bigint generated always as identity,
    webhook_id bigint not null,
    key bytea not null constraint webhook_secrets_key_check check (length(key) between 24 and 64),
    -- Set when another took its place; until then both sign.
    expires_at timestamptz,
    primary key (tenant_id, id),
    constraint webhook_secrets_webhook_fkey
        foreign key (tenant_id, webhook_id) references webhooks on delete cascade
);
call protect('webhook_secrets');
create index webhook_secrets_webhook_idx on webhook_secrets (tenant_id, webhook_id);

-- One row a change that somebody is to be told of, whatever the number of people and endpoints.
create table webhook_events (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    -- The header `webhook-id`: the same for every attempt, replay and endpoint.
    message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type text not null,
    -- What the change was, so that its parts are one event and a job that runs twice makes it once.
    key text not null,
    -- The member `data` of what is sent.
    data json not null,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    constraint webhook_events_key unique (tenant_id, key)
);
call protect('webhook_events');
create index webhook_events_created_at_idx on webhook_events (created_at);

-- One row an attempt, those to come among them.
create table webhook_deliveries (
    tenant_id bigint not null,
    id bigint generated always as identity,
    webhook_id bigint not null,
    event_id bigint not null,
    -- From 1; a replay begins anew.
    attempt smallint not null default 1,
    status text not null default 'pending'
        constraint webhook_deliveries_status_check check (status in ('pending', 'delivered', 'failed', 'cancelled')),
    -- Not sent before this time.
    scheduled_at timestamptz not null,
    finished_at timestamptz,
    duration_ms integer,
    response_status integer,
    -- The beginning of the body.
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

-- Leaves one event for all notices of one change, with a delivery and a job for each endpoint that wants it. Part of
-- the statement that writes the notices, whoever writes them, and so of its transaction.
create function enqueue_webhooks() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if not exists (select from webhooks w where w.enabled and w.tenant_id in (select told.tenant_id from told)) then
        return null;
    end if;
    with change as (
        select told.tenant_id, regexp_replace(told.kind, '_', '.') as type,
               -- Without a key of its own, a change is what one transaction says of one subject.
               coalesce(told.unique_key, 'tx:' || pg_current_xact_id()::text) || ':' || told.kind || ':'
                   || coalesce(told.subject_type || ':' || told.subject_id, '') as key,
               json_build_object(
                   'subject',
                   case when told.subject_type is not null
                        then json_build_object('type', told.subject_type, 'id', told.subject_id) end,
                   'notices',
                   -- The first hundred: receivers take about 20 kB.
                   array_to_json((array_agg(
                       json_build_object('id', told.id, 'account_id', told.account_id, 'title', left(told.title, 100))
                       order by told.id
                   ))[:100])
               ) as data,
               min(told.created_at) as created_at
          from told
         group by told.tenant_id, told.kind, told.unique_key, told.subject_type, told.subject_id
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
    referencing new table as told
    for each statement execute function enqueue_webhooks();

grant select, insert, update, delete on webhooks, webhook_events, webhook_deliveries to parlay_front, parlay_worker;
grant select (tenant_id, id, webhook_id, expires_at), insert, update (expires_at), delete
    on webhook_secrets to parlay_front;
grant select, delete on webhook_secrets to parlay_worker;
