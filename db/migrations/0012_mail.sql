-- compatible: no
-- Outgoing mail, and the mail of installations without a mail server.

-- Mail that waits to be sent and is not about a notice; a job `send_mail` of the same transaction names it. Holds an
-- address, because the account may not have it any more, and no text, which is written when it is sent.
create table outgoing_mails (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    kind text not null constraint outgoing_mails_kind_check check (kind in ('password_reset', 'email_changed')),
    -- Null for a reset: only the job looks for the account of the address.
    account_id bigint,
    recipient text not null constraint outgoing_mails_recipient_check check (length(recipient) <= 254),
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id),
    constraint outgoing_mails_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('outgoing_mails');
create index outgoing_mails_account_idx on outgoing_mails (tenant_id, account_id);
create index outgoing_mails_created_at_idx on outgoing_mails (created_at);

-- Where mail goes without a mail server; `parlay admin mail` shows it. At most a thousand a tenant.
create table stored_mails (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    message_id text not null,
    recipient text not null,
    subject text not null,
    -- The plain part, for people to read.
    text text not null,
    -- The whole message as it would have been sent.
    source text not null,
    -- Until when the text holds a valid code; null if it never does.
    secret_until timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id),
    constraint stored_mails_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('stored_mails');
create index stored_mails_account_idx on stored_mails (tenant_id, account_id);
create index stored_mails_created_at_idx on stored_mails (created_at);

-- Inserts a job for every notice whose recipient wants mail, in the transaction that writes the notice. The job is due in a
-- second and so needs no NOTIFY, whose lock all commits would share: the workers' poll finds it. The account is a subquery,
-- not a join, because a join that is planned before there are statistics may read all accounts. The attempts are those of
-- SendMailJob. All names are qualified, because a search_path would cost time at each call.
create function mail_notices() returns trigger
    language plpgsql
    as $$
begin
    insert into parlay.jobs (tenant_id, kind, payload, max_attempts, run_at)
    select n.tenant_id, 'send_mail', jsonb_build_object('notice', n.id), 30, clock_timestamp() + interval '1 second'
      from new_notices n
     where (
               select a.status = 'active' and a.email is not null
                      and a.settings -> 'mail_notices' is distinct from 'false'::jsonb
                 from parlay.accounts a
                where a.tenant_id = n.tenant_id and a.id = n.account_id
           )
     order by n.id;
    return null;
end
$$;

create trigger mail_notices after insert on notices
    referencing new table as new_notices
    for each statement execute function mail_notices();

-- When an account changes its address, sends mail to the old one and voids a code that was sent there. The deletion of an
-- account sends nothing.
create function mail_old_address() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from password_resets where tenant_id = old.tenant_id and account_id = old.id;
    with mail as (
        insert into outgoing_mails (tenant_id, kind, account_id, recipient)
        values (old.tenant_id, 'email_changed', old.id, old.email)
        returning tenant_id, id
    )
    insert into jobs (tenant_id, kind, payload, max_attempts)
    select tenant_id, 'send_mail', jsonb_build_object('mail', id), 30
      from mail;
    return null;
end
$$;

create trigger mail_old_address after update of email on accounts
    for each row
    when (old.email is distinct from new.email and old.email is not null and new.status <> 'deleted')
    execute function mail_old_address();

-- The stored mail to the caller, for the export. Without the text while it holds a valid code: a stolen token must not be
-- enough for a new password.
create function own_stored_mails(
    for_tenant bigint,
    out id bigint,
    out recipient text,
    out subject text,
    out text text,
    out created_at timestamptz
) returns setof record
    language sql stable
    security definer
    set search_path = parlay, pg_temp
    as $$
    select m.id, m.recipient, m.subject, case when m.secret_until > now() then null else m.text end, m.created_at
      from stored_mails m
     where m.tenant_id = for_tenant and m.tenant_id = current_tenant_id() and m.account_id = current_account_id()
     order by m.id desc
$$;
revoke all on function own_stored_mails(bigint) from public;
grant execute on function own_stored_mails(bigint) to parlay_front;

-- The front inserts mail, and deletes the mail of deleted accounts. It reads no addresses, and stored mail only by the
-- function above.
grant insert (tenant_id, kind, account_id, recipient, created_at), select (tenant_id, id, account_id), delete
    on outgoing_mails to parlay_front;
grant select (tenant_id, account_id), delete on stored_mails to parlay_front;
grant select, insert, update, delete on outgoing_mails, stored_mails to parlay_worker;
