-- Takes waiting notices of a tenant, the oldest transactions first, about `batch` of them, and enqueues what follows from
-- them: a mail for each recipient who wants mail, a push message for each of their devices, and one event for all notices of one
-- change, with a delivery and a job for each endpoint that subscribes to it. Returns how many it took; 0 also while another session
-- does the same.
--
-- A transaction is taken as a whole, unless it has more than ten times `batch` notices. What was deleted meanwhile is told to
-- nobody. The planner is forced to use the indexes: the tables may have been empty when it last looked.
create or replace function relay_notices(for_tenant bigint, batch bigint) returns bigint
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
           -- Those are mailed in any case, by a job of their own.
           and n.kind <> 'account_security'
           and (
               select a.status = 'active' and a.email is not null
                      and a.settings -> 'mail_notices' is distinct from 'false'::jsonb
                 from accounts a
                where a.tenant_id = n.tenant_id and a.id = n.account_id
           )
         order by n.id
    ), push as (
        -- The attempts are those of SendPushJob.
        insert into jobs (tenant_id, kind, payload, max_attempts)
        select n.tenant_id, 'send_push', jsonb_build_object('notice', n.id, 'device', d.id), 10
          from told n
          join push_devices d on d.tenant_id = for_tenant and d.account_id = n.account_id
          join accounts a on a.tenant_id = for_tenant and a.id = n.account_id
         where n.recalled_at is null and a.status = 'active'
           and a.settings -> 'push_notices' is distinct from 'false'::jsonb
           and not coalesce(a.settings -> 'push_muted' ? n.kind, false)
         order by n.id, d.id
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
revoke all on function relay_notices from public;
grant execute on function relay_notices to parlay_worker;
