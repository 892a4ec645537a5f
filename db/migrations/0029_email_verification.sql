-- compatible: yes
-- Proof that an email address is its account's (docs/decisions/0116-proof-of-an-address.md).

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

-- A reset code proves the address that it was mailed to. Null for codes of the previous version, which prove nothing.
alter table password_resets
    add column recipient text constraint password_resets_recipient_check check (length(recipient) <= 254);

-- Mail with a verification code, or about an outside account that was linked because of its address, has a kind of job of its
-- own, send_account_mail: a worker of the previous version takes every mail of send_mail that is not a reset for the one about
-- a changed address. `detail` is the issuer.
alter table outgoing_mails add column detail text constraint outgoing_mails_detail_check check (length(detail) <= 300);
alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails
    add constraint outgoing_mails_kind_check
        check (kind in ('password_reset', 'email_changed', 'email_verification', 'identity_linked'));
grant insert (detail) on outgoing_mails to parlay_front;
