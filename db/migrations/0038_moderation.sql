-- compatible: yes
-- What moderators hide from everyone but its author and themselves (docs/decisions/0160-hidden-content.md), and copies of what
-- was reported.

-- One row for each thing that is hidden. What is read often has a column of its own besides: `accounts.hidden_parts` and
-- `wagers.is_hidden`.
create table hidden_content (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Whose it is, and who hid it.
    account_id bigint not null,
    moderator_id bigint not null,
    -- Without a foreign key: the subject may be gone.
    subject_type text not null,
    subject_id bigint not null,
    -- Empty for all of the subject.
    part text not null constraint hidden_content_part_check check (length(part) <= 40),
    -- The author was told.
    reason text not null constraint hidden_content_reason_check check (length(reason) between 1 and 500),
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint hidden_content_subject_key unique (tenant_id, subject_type, subject_id, part),
    constraint hidden_content_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint hidden_content_moderator_fkey foreign key (tenant_id, moderator_id) references accounts on delete cascade
);
call protect('hidden_content');
create index hidden_content_account_idx on hidden_content (tenant_id, account_id);
create index hidden_content_moderator_idx on hidden_content (tenant_id, moderator_id);
grant select, insert, update, delete on hidden_content to parlay_front, parlay_worker;

-- A report keeps what it was about, for the moderators.
alter table reports
    -- Whose the subject is; null if that is not known.
    add column person_id bigint,
    -- The subject as it was when it was reported: what to call it, its text, and the version of a photo. Erased 90 days after
    -- the report is resolved, and with the person's account. Null: erased, or older than these columns.
    add column title text,
    add column subject_text text,
    add column subject_photo_version bigint,
    add column resolved_at timestamptz,
    add constraint reports_person_fkey foreign key (tenant_id, person_id) references accounts on delete cascade;
create index reports_person_idx on reports (tenant_id, person_id) where person_id is not null;
-- For the job that erases.
create index reports_resolved_at_idx on reports (resolved_at) where title is not null;

update reports set resolved_at = updated_at where status = 'resolved';
update reports r
   set person_id = a.id, title = a.username
  from accounts a
 where r.subject_type = 'account' and a.tenant_id = r.tenant_id and a.id = r.subject_id and a.status <> 'deleted';
update reports r
   set person_id = w.challenger_id, title = w.name
  from wagers w
 where r.subject_type = 'wager' and w.tenant_id = r.tenant_id and w.id = r.subject_id;
update reports r
   set person_id = a.id, title = a.username
  from matches m
  join accounts a on a.tenant_id = m.tenant_id and a.id in (m.user_id1, m.user_id2)
 where r.subject_type = 'match' and m.tenant_id = r.tenant_id and m.id = r.subject_id and a.id <> r.account_id;
