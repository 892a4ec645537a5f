-- compatible: yes
-- What moderators hide from everyone but its author and themselves (docs/decisions/0160-hidden-content.md).

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

-- The sum of 1 for the photo, 2 for the bio and 4 for the names.
alter table accounts
    add column hidden_parts smallint not null default 0
        constraint accounts_hidden_parts_check check (hidden_parts between 0 and 7);
alter table wagers add column is_hidden boolean not null default false;
create index wagers_hidden_idx on wagers (tenant_id, id) where is_hidden;

-- Whether the caller sees what is hidden of this author: the author, moderators and admins.
create function sees_hidden(author bigint) returns boolean
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
declare
    here constant bigint := current_tenant_id();
    caller constant bigint := current_account_id();
begin
    return caller = author or exists (
        select from accounts c where c.tenant_id = here and c.id = caller and c.role in ('moderator', 'admin')
    );
end
$$;

-- An account as the caller sees it: `a.shown_username`. The planner inlines these, so that an account of which nothing is
-- hidden costs a comparison, the first. Without an account, as in an outer join, they are null and ask nothing.
create function shown_username(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.username
                when coalesce(account.hidden_parts, 0) & 4 = 0 then account.username
                when sees_hidden(account.id) then account.username else 'hidden' end;
create function shown_first_name(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.first_name
                when coalesce(account.hidden_parts, 0) & 4 = 0 then account.first_name
                when sees_hidden(account.id) then account.first_name else 'hidden' end;
create function shown_last_name(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.last_name
                when coalesce(account.hidden_parts, 0) & 4 = 0 then account.last_name
                when sees_hidden(account.id) then account.last_name end;
create function shown_bio(account accounts) returns text
    language sql stable
    return case when account.hidden_parts = 0 then account.bio
                when coalesce(account.hidden_parts, 0) & 2 = 0 then account.bio
                when sees_hidden(account.id) then account.bio else '' end;
create function shown_photo_version(account accounts) returns bigint
    language sql stable
    return case when account.hidden_parts = 0 then account.photo_version
                when coalesce(account.hidden_parts, 0) & 1 = 0 then account.photo_version
                when sees_hidden(account.id) then account.photo_version end;

-- What to call a person in a text for others.
create or replace function shown_name(account accounts) returns text
    language sql immutable parallel safe
    return case when coalesce(account.hidden_parts, 0) & 4 = 0 then coalesce(account.first_name, account.username)
                else 'hidden' end;

-- Whether a part of a subject is hidden from the caller, for parts that have no column of their own.
create function is_hidden_part(author bigint, type text, subject bigint, hidden_part text) returns boolean
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    return exists (
        select from hidden_content h
         where h.tenant_id = current_tenant_id() and h.subject_type = type and h.subject_id = subject
           and h.part = hidden_part
    ) and not sees_hidden(author);
end
$$;

-- The searches for people as they were, without those whose names are hidden: a hit would tell the name.
create or replace function people_matching_between(expression text, from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active' and is_searchable(a.settings)
       and a.hidden_parts & 4 = 0
       and (a.username ~* expression or a.first_name ~* expression or a.last_name ~* expression)
       and a.id >= from_id and a.id < before_id
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.account_id = current_account_id() and b.blocked_id = a.id
       )
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.blocked_id = current_account_id() and b.account_id = a.id
       )
     order by a.id desc
     limit page_size;
end;

create or replace function people_named_between(patterns text[], from_id bigint, before_id bigint, page_size integer)
    returns setof bigint
    language sql stable rows 26
begin atomic
    select a.id
      from accounts a
     where a.tenant_id = current_tenant_id() and a.status = 'active' and is_searchable(a.settings)
       and a.hidden_parts & 4 = 0
       and (a.username ilike patterns[1] or a.first_name ilike patterns[1] or a.last_name ilike patterns[1])
       and not exists (
           select from unnest(patterns[2:]) p (pattern)
            where (a.username ilike p.pattern or a.first_name ilike p.pattern or a.last_name ilike p.pattern)
                  is not true
       )
       and a.id >= from_id and a.id < before_id
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.account_id = current_account_id() and b.blocked_id = a.id
       )
       and not exists (
           select from blocks b
            where b.tenant_id = a.tenant_id and b.blocked_id = current_account_id() and b.account_id = a.id
       )
     order by a.id desc
     limit page_size;
end;

-- Whether lists show a wager that the caller may see: not the offers of other people who are suspended, and nothing hidden
-- to people without a role in it. All names are qualified, as in can_view_wager.
create or replace function is_listed_wager(wager bigint, status text, challenger bigint) returns boolean
    language plpgsql stable cost 500
    as $$
begin
    return (
        status <> 'open' or challenger = parlay.current_account_id() or exists (
            select from parlay.accounts a
             where a.tenant_id = parlay.current_tenant_id() and a.id = challenger and a.status = 'active'
        )
    ) and not exists (
        select from parlay.wagers h
         where h.tenant_id = parlay.current_tenant_id() and h.id = wager and h.is_hidden
           and (parlay.current_account_id() in (h.challenger_id, h.challengee_id, h.arbiter_id)) is not true
    );
end
$$;

-- As before, without what is hidden, and with what to call the caller in texts for others.
create or replace view wager_cards with (security_invoker = true) as
select w.tenant_id, w.id, w.name, w.description, w.amount_cents, w.category, w.status, w.winner, w.claimed_by,
       w.claimed_winner, w.claimed_at, w.cancel_requested_by, w.lat, w.lon, w.opened_at, w.taken_at, w.completed_at,
       w.confirmed_at, w.closes_at, w.disputed_at, w.audience, w.payment_method, w.version,
       w.edited_at is not null as is_edited, w.challenger_id, w.challengee_id, w.addressee_id, w.arbiter_id,
       w.challenger_arbiter_id, w.challengee_arbiter_id, w.remind_at, w.reminders_since, w.reminder_round, w.reminder_step,
       r.shown_username as challenger_username, r.shown_first_name as challenger_first_name,
       r.shown_last_name as challenger_last_name, r.shown_photo_version as challenger_photo_version,
       r.version as challenger_version,
       e.shown_username as challengee_username, e.shown_first_name as challengee_first_name,
       e.shown_last_name as challengee_last_name, e.shown_photo_version as challengee_photo_version,
       e.version as challengee_version,
       b.shown_username as arbiter_username, b.shown_first_name as arbiter_first_name,
       b.shown_last_name as arbiter_last_name, b.shown_photo_version as arbiter_photo_version,
       b.version as arbiter_version,
       (select a.username from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_username,
       (select g.rating from wager_ratings g
         where g.tenant_id = w.tenant_id and g.wager_id = w.id and g.account_id = current_account_id())
           as my_rating,
       (can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience) is true
        and (not w.is_hidden or current_account_id() in (w.challenger_id, w.challengee_id, w.arbiter_id)) is true)
           as is_visible,
       (
           w.disputed_at is not null or w.is_hidden
           or exists (
               select from reports p
                where p.tenant_id = w.tenant_id and p.subject_type = 'wager' and p.subject_id = w.id
           )
       ) as is_moderated,
       w.second_category, w.third_category,
       (select a.first_name from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_first_name,
       r.status = 'active' as is_available,
       (select shown_name(a) from accounts a where a.tenant_id = w.tenant_id and a.id = current_account_id())
           as caller_name
  from wagers w
  join accounts r on r.tenant_id = w.tenant_id and r.id = w.challenger_id
  left join accounts e on e.tenant_id = w.tenant_id and e.id = w.challengee_id
  left join accounts b on b.tenant_id = w.tenant_id and b.id = w.arbiter_id;
