-- compatible: yes
-- Signing in with accounts of OpenID Connect issuers (docs/decisions/0118-outside-accounts.md).

-- Outside accounts that are linked to accounts. Each belongs to one account of a tenant.
create table identities (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    -- `iss` and `sub` of the tokens. A subject is unique for its issuer only.
    issuer text not null constraint identities_issuer_check check (length(issuer) between 1 and 300),
    subject text not null constraint identities_subject_check check (length(subject) between 1 and 255),
    -- What the issuer last called the person's address, proven or not.
    email text constraint identities_email_check check (length(email) <= 254),
    created_at timestamptz not null default now(),
    -- The last sign-in.
    last_used_at timestamptz,
    primary key (tenant_id, id),
    constraint identities_subject_key unique (tenant_id, issuer, subject),
    constraint identities_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('identities');
create index identities_account_idx on identities (tenant_id, account_id, id desc);

grant select, insert, update, delete on identities to parlay_front, parlay_worker;

-- In a trigger, because the previous version deletes accounts too.
create function delete_identities() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from identities where tenant_id = new.tenant_id and account_id = new.id;
    return null;
end
$$;

create trigger delete_identities after update of status on accounts
    for each row
    when (old.status <> 'deleted' and new.status = 'deleted')
    execute function delete_identities();

-- Whoever resets the password by mail owns the address. Outside accounts that were linked before anybody had shown that may be
-- of somebody who registered with a stranger's address.
create trigger forget_identities after update of email_proof on accounts
    for each row
    when (
        new.email_proof = 'reset'
        and old.email_proof is distinct from 'reset'
        and old.email_proof is distinct from 'id_token'
    )
    execute function delete_identities();

-- Digests of ID tokens and registration tickets that were accepted once, as long as they would be valid.
create table used_proofs (
    tenant_id bigint not null references tenants on delete cascade,
    digest bytea not null constraint used_proofs_digest_check check (length(digest) = 32),
    expires_at timestamptz not null,
    primary key (tenant_id, digest)
);
call protect('used_proofs');
create index used_proofs_expires_at_idx on used_proofs (expires_at);

grant select, insert on used_proofs to parlay_front;
grant select, insert, delete on used_proofs to parlay_worker;

-- The published keys of issuers, for all tenants and fronts. Fronts read them, and write them by the two functions below.
create table issuer_keys (
    issuer text primary key constraint issuer_keys_issuer_check check (length(issuer) between 1 and 300),
    -- The JSON Web Key Set (RFC 7517) as it was fetched; null until the first fetch succeeds.
    keys text constraint issuer_keys_keys_check check (octet_length(keys) <= 65536),
    -- Until when the keys may be used without asking again.
    fresh_until timestamptz,
    -- When the last fetch began, and when it ended.
    asked_at timestamptz not null,
    answered_at timestamptz,
    -- The last fetch failed.
    has_failed boolean not null default false,
    constraint issuer_keys_fresh_until_check check ((keys is null) = (fresh_until is null))
);
grant select on issuer_keys to parlay_front;
grant select, delete on issuer_keys to parlay_worker;

-- Gives the caller the right to fetch the keys of an issuer: once a minute, whoever asks and for whatever reason.
create function begin_issuer_fetch(for_issuer text, at_time timestamptz) returns boolean
    language sql
    security definer
    set search_path = parlay, pg_temp
    as $$
    with begun as (
        insert into issuer_keys as k (issuer, asked_at)
        values (for_issuer, at_time)
        on conflict (issuer) do update
           set asked_at = excluded.asked_at
         where k.asked_at <= excluded.asked_at - interval '1 minute'
        returning k.issuer
    )
    select exists (select from begun)
$$;

-- Records what a fetch brought: a key set that may be used for some seconds, or null if it failed.
create function end_issuer_fetch(for_issuer text, at_time timestamptz, found text, fresh_seconds bigint) returns void
    language sql
    security definer
    set search_path = parlay, pg_temp
    as $$
    update issuer_keys
       set answered_at = at_time,
           has_failed = found is null,
           keys = coalesce(found, keys),
           fresh_until =
               case
                   when found is null then fresh_until
                   else at_time + least(greatest(fresh_seconds, 300), 86400) * interval '1 second'
               end
     where issuer = for_issuer
$$;

revoke all on function begin_issuer_fetch(text, timestamptz) from public;
revoke all on function end_issuer_fetch(text, timestamptz, text, bigint) from public;
grant execute on function begin_issuer_fetch(text, timestamptz) to parlay_front;
grant execute on function end_issuer_fetch(text, timestamptz, text, bigint) to parlay_front;

-- A person is told when an outside account was linked because of its address. `detail` is the issuer. Like verification codes,
-- such mail is for workers of this version only.
alter table outgoing_mails add column detail text constraint outgoing_mails_detail_check check (length(detail) <= 300);
alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails
    add constraint outgoing_mails_kind_check
        check (kind in ('password_reset', 'email_changed', 'email_verification', 'identity_linked'));
grant insert (detail) on outgoing_mails to parlay_front;
