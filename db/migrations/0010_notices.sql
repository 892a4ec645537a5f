-- compatible: no
-- What people are told.

create table notices (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    kind text not null,
    title text not null,
    text text not null,
    subject_type text,
    subject_id bigint,
    -- A person has at most one notice with this key, so that a job that runs twice writes it once.
    unique_key text,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    -- Whom the notice names: by default the account that acts. When that account is deleted, so is the notice.
    person_id bigint default current_account_id(),
    -- Set when the notice is no longer true; it is then not sent by mail.
    recalled_at timestamptz,
    -- The address in the text that Parlay itself put there. Mail turns this one into a link, and no other.
    link text constraint notices_link_check check (link like 'https://%'),
    primary key (tenant_id, id),
    constraint notices_unique_key unique (tenant_id, account_id, unique_key),
    constraint notices_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('notices');
create index notices_inbox_idx on notices (tenant_id, account_id, id desc);
create index notices_person_idx on notices (tenant_id, person_id) where person_id is not null;
create index notices_created_at_idx on notices (created_at);

grant select, insert, update, delete on notices to parlay_front, parlay_worker;
