-- compatible: yes
-- Passkeys (docs/decisions/0207-passkeys.md).
create table passkeys (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    -- The authenticator's name for it.
    credential_id bytea not null constraint passkeys_credential_id_check check (length(credential_id) between 1 and 1023),
    -- The authenticator's name for the account: random, and the same for all passkeys of an account.
    user_handle bytea not null constraint passkeys_user_handle_check check (length(user_handle) between 16 and 64),
    -- The host that it is for.
    relying_party text not null constraint passkeys_relying_party_check check (length(relying_party) between 1 and 253),
    -- As COSE numbers it.
    algorithm integer not null,
    public_key bytea not null constraint passkeys_public_key_check check (length(public_key) between 32 and 600),
    -- Of signatures; stays 0 if the authenticator does not count.
    counter bigint not null constraint passkeys_counter_check check (counter between 0 and 4294967295),
    can_be_backed_up boolean not null,
    is_backed_up boolean not null,
    transports text[] not null,
    label text not null constraint passkeys_label_check check (length(label) <= 100),
    created_at timestamptz not null,
    -- The last sign-in.
    last_used_at timestamptz,
    primary key (tenant_id, id),
    constraint passkeys_credential_key unique (tenant_id, credential_id),
    constraint passkeys_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('passkeys');
create index passkeys_account_idx on passkeys (tenant_id, account_id, id desc);

grant select, insert, update, delete on passkeys to parlay_front, parlay_worker;
