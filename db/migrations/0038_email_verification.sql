-- compatible: yes
-- Proof that an email address is its account's.

-- How the address was proven; null if it was not. 'reset' is the strongest: whoever had the mail also chose the password.
alter table accounts
    add column email_proof text
        constraint accounts_email_proof_check check (email_proof in ('code', 'reset', 'id_token'));

-- Another address, or none after erasure, is not proven. In a trigger, because the previous version changes addresses too.
create function forget_email_proof() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    new.email_proof = null;
    return new;
end
$$;

create trigger forget_email_proof before update of email on accounts
    for each row
    when (old.email is distinct from new.email)
    execute function forget_email_proof();

-- The latest verification code of each account, like password_resets.
create table email_verifications (
    tenant_id bigint not null,
    account_id bigint not null,
    -- The mail that brings the code; a later one replaces it.
    mail_id bigint not null,
    -- The first characters of the code, to find its row by. Not unique; the digest decides.
    selector text not null,
    -- SHA-256 of the whole code.
    digest bytea not null constraint email_verifications_digest_check check (length(digest) = 32),
    -- The address that the code was mailed to. It proves no other.
    recipient text not null constraint email_verifications_recipient_check check (length(recipient) <= 254),
    tries smallint not null default 0,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (tenant_id, account_id),
    constraint email_verifications_account_fkey
        foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('email_verifications');
create index email_verifications_selector_idx on email_verifications (tenant_id, selector);
create index email_verifications_expires_at_idx on email_verifications (expires_at);

grant select, update, delete on email_verifications to parlay_front;
grant select, insert, update, delete on email_verifications to parlay_worker;

create function delete_email_verification() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from email_verifications where tenant_id = old.tenant_id and account_id = old.id;
    return null;
end
$$;

create trigger delete_email_verification after update of email on accounts
    for each row
    when (old.email is distinct from new.email)
    execute function delete_email_verification();

-- A reset code proves the address that it was mailed to. Null for codes of the previous version, which prove nothing.
alter table password_resets
    add column recipient text constraint password_resets_recipient_check check (length(recipient) <= 254);

-- Mail with a verification code has a kind of job of its own, send_account_mail: a worker of the previous version takes
-- every mail of send_mail that is not a reset for the one about a changed address.
alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails
    add constraint outgoing_mails_kind_check
        check (kind in ('password_reset', 'email_changed', 'email_verification'));

-- As before, but where a tenant requires verified addresses, an unproven one gets no mail about a change either.
create or replace function mail_old_address() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from password_resets where tenant_id = old.tenant_id and account_id = old.id;
    with mail as (
        insert into outgoing_mails (tenant_id, kind, account_id, recipient)
        select old.tenant_id, 'email_changed', old.id, old.email
         where old.email_proof is not null
            or not exists (
                   select from tenants
                    where id = old.tenant_id and settings -> 'require_verified_email' = 'true'::jsonb
               )
        returning tenant_id, id
    )
    insert into jobs (tenant_id, kind, payload, max_attempts)
    select tenant_id, 'send_mail', jsonb_build_object('mail', id), 30
      from mail;
    return null;
end
$$;
