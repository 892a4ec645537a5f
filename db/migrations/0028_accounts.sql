-- compatible: yes
-- What accounts have gained: proven addresses, optional names, the end of a suspension, and parts that are hidden.

-- A tenant decides what people give when they register: names may be missing, as addresses could be already.
alter table accounts alter column first_name drop not null, alter column last_name drop not null;

alter table accounts
    -- How the address was proven; null if it was not. 'reset' is the strongest: that person had the mail and also chose the
    -- password.
    add column email_proof text
        constraint accounts_email_proof_check check (email_proof in ('code', 'reset', 'id_token')),
    -- When the account was last active again after a suspension; null if never. Deadlines for the person begin again then.
    add column resumed_at timestamptz,
    -- What moderators hide: the sum of 1 for the photo, 2 for the bio and 4 for the names. See `hidden_content`.
    add column hidden_parts smallint not null default 0
        constraint accounts_hidden_parts_check check (hidden_parts between 0 and 7);

-- A deleted account has nothing to sign in with, and nothing to show.
alter table accounts add constraint accounts_deleted_check check (
    status <> 'deleted' or password_hash is null and email is null and email_proof is null and photo_version is null
);
