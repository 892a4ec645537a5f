-- compatible: no
-- Outgoing mail, what is kept where no mail server is, and password resets.

-- Mail that is about to go out and is not about a notice; the job `send_mail` of the same transaction names it. Holds
-- an address because the account may not have it (any more), and no text: that is made when it is sent.
create table outgoing_mails (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    kind text not null constraint outgoing_mails_kind_check check (kind in ('password_reset', 'email_changed')),
    -- Null for a reset: whether the address belongs to somebody is found out when it is sent.
    account_id bigint,
    recipient text not null constraint outgoing_mails_recipient_check check (length(recipient) <= 254),
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id),
    constraint outgoing_mails_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('outgoing_mails');
create index outgoing_mails_account_idx on outgoing_mails (tenant_id, account_id);
create index outgoing_mails_created_at_idx on outgoing_mails (created_at);

-- Without a mail server, messages end here, where `parlay admin mail` shows them. At most a thousand a tenant.
create table kept_mails (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    message_id text not null,
    recipient text not null,
    subject text not null,
    -- The plain part, for people to read.
    text text not null,
    -- The whole message as it would have gone out.
    source text not null,
    -- Until when the text holds a code that proves something; null for never.
    secret_until timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id),
    constraint kept_mails_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('kept_mails');
create index kept_mails_account_idx on kept_mails (tenant_id, account_id);
create index kept_mails_created_at_idx on kept_mails (created_at);

-- The latest code of an account. A used one stays until it is pruned, so that a job that runs twice cannot revive it.
create table password_resets (
    tenant_id bigint not null,
    account_id bigint not null,
    -- The mail that brings the code; a later one replaces it.
    mail_id bigint not null,
    -- The code's start, by which its row is found. Not unique: the digest decides.
    selector text not null,
    -- SHA-256 of the whole code.
    digest bytea not null constraint password_resets_digest_check check (length(digest) = 32),
    tries smallint not null default 0,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (tenant_id, account_id),
    constraint password_resets_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('password_resets');
create index password_resets_selector_idx on password_resets (tenant_id, selector);
create index password_resets_expires_at_idx on password_resets (expires_at);

-- Leaves a job for every notice whose recipient wants mail, in the transaction that writes the notice, whoever writes it.
-- Due in a second, so that it costs no NOTIFY, whose lock all commits would share: the workers' poll finds it. The account
-- is a subquery, not a join, so that no plan without statistics reads all accounts. The attempts are SendMailJob's. It names
-- its schema, because a search_path of its own would cost time at each call.
create function mail_notices() returns trigger
    language plpgsql
    as $$
begin
    insert into parlay.jobs (tenant_id, kind, payload, max_attempts, run_at)
    select n.tenant_id, 'send_mail', jsonb_build_object('notice', n.id), 30, clock_timestamp() + interval '1 second'
      from added n
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
    referencing new table as added
    for each statement execute function mail_notices();

-- Tells the old address that the account has another one now, whoever changed it, and voids a code that went there. The
-- deletion of an account tells nobody.
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

-- The messages to the caller that are kept, for the export. Not the text of one whose code is still good: a stolen token
-- must not become a new password.
create function own_kept_mails(
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
      from kept_mails m
     where m.tenant_id = for_tenant and m.tenant_id = current_tenant_id() and m.account_id = current_account_id()
     order by m.id desc
$$;
revoke all on function own_kept_mails(bigint) from public;
grant execute on function own_kept_mails(bigint) to parlay_front;

-- The front leaves mail and deletes what belongs to a deleted account; it reads no address, and of messages those of the caller.
grant insert (tenant_id, kind, account_id, recipient, created_at), select (tenant_id, id, account_id), delete
    on outgoing_mails to parlay_front;
grant select (tenant_id, account_id), delete on kept_mails to parlay_front;
grant select, update, delete on password_resets to parlay_front;
grant select, insert, update, delete on outgoing_mails, kept_mails, password_resets to parlay_worker;
