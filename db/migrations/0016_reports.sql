-- compatible: no
-- What people report to the moderators.

create table reports (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Who reports.
    account_id bigint not null,
    -- What is reported. Without a foreign key: it may be gone when a moderator looks.
    subject_type text not null
        constraint reports_subject_type_check check (subject_type in ('account', 'match', 'wager')),
    subject_id bigint not null,
    reason text not null constraint reports_reason_check check (reason in ('spam', 'abuse', 'fraud', 'other')),
    text text not null default '' constraint reports_text_check check (length(text) <= 2000),
    status text not null default 'open' constraint reports_status_check check (status in ('open', 'resolved')),
    -- The moderators' own.
    note text constraint reports_note_check check (length(note) <= 2000),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint reports_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('reports');
create index reports_status_idx on reports (tenant_id, status, id desc);
create index reports_account_idx on reports (tenant_id, account_id, id desc);
create index reports_subject_idx on reports (tenant_id, subject_type, subject_id);

grant select, insert, update, delete on reports to parlay_front, parlay_worker;
