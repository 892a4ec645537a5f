-- Mail to an account, newest first, for an admin of its tenant: what a mail server took, what was stored because there is none, what
-- waits, and what could not be sent. Never the text. `before` is in microseconds since 1970; null for the newest. A mail without a
-- `subject` says its `kind`.
create or replace function mails_of_account(
    for_tenant bigint,
    for_account bigint,
    before bigint,
    most bigint,
    out state text,
    out kind text,
    out subject text,
    out created_at timestamptz,
    out recipient text
) returns setof record
    language sql stable
    security definer
    set search_path = parlay, pg_temp
    as $$
    with addressee as materialized (
        select a.id, a.email
          from accounts a
         where a.tenant_id = for_tenant and a.tenant_id = current_tenant_id() and a.id = for_account
           and exists (
               select from accounts c
                where c.tenant_id = for_tenant and c.id = current_account_id() and c.role = 'admin'
                  and c.status = 'active'
           )
    ), found as (
        select case when m.text is null then 'sent' else 'stored' end as state, coalesce(m.kind, 'stored') as kind,
               m.subject, m.created_at, m.recipient
          from addressee e
          join stored_mails m on m.tenant_id = for_tenant and m.account_id = e.id
        union all
        select case when exists (
                        select from dead_letters d
                         where d.tenant_id = for_tenant and d.kind in ('send_mail', 'send_account_mail')
                           and (d.payload ->> 'mail')::bigint = m.id
                    ) then 'failed' else 'waiting' end,
               m.kind, null, m.created_at, m.recipient
          from addressee e
          join outgoing_mails m
            on m.tenant_id = for_tenant
           and (m.account_id = e.id or m.account_id is null and m.recipient = e.email)
        union all
        select 'failed', 'notice', n.title, n.created_at, e.email
          from addressee e
          join dead_letters d on d.tenant_id = for_tenant and d.kind in ('send_mail', 'send_security_mail')
          join notices n
            on n.tenant_id = for_tenant and n.account_id = e.id and n.id = (d.payload ->> 'notice')::bigint
    )
    select f.state, f.kind, f.subject, f.created_at, f.recipient
      from found f
     where before is null or f.created_at < timestamptz 'epoch' + before * interval '1 microsecond'
     order by f.created_at desc
     limit most
$$;
revoke all on function mails_of_account from public;
grant execute on function mails_of_account to parlay_front;
