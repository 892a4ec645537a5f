-- compatible: no
-- What people do to each other: reports, invites; the audit log.

-- What somebody told the moderators about somebody or something. Kept when either account is deleted.
create table reports (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Who reports.
    account_id bigint not null,
    -- What it is about; without a foreign key, for it may be gone by the time a moderator looks.
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

-- Codes that let people register where the tenant takes them by invitation.
create table invites (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- The admin who made it.
    account_id bigint not null,
    digest bytea not null constraint invites_digest_check check (length(digest) = 32),
    -- How the code begins, to tell it by.
    prefix text not null,
    uses integer not null constraint invites_uses_check check (uses > 0),
    used integer not null default 0 constraint invites_used_check check (used between 0 and uses),
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint invites_digest_key unique (tenant_id, digest),
    constraint invites_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('invites');
create index invites_account_idx on invites (tenant_id, account_id);

-- Who changed what as an admin, a moderator or the operator. Written in the transaction of the change, and never
-- changed by a front. Holds ids and values of settings, but neither secrets nor what is personal.
create table audit (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    -- Null: the operator, by `parlay admin`.
    account_id bigint,
    action text not null,
    -- On whom or what; null for the tenant itself.
    subject_type text,
    subject_id bigint,
    details jsonb not null default '{}' constraint audit_details_check check (jsonb_typeof(details) = 'object'),
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint audit_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('audit');
create index audit_account_idx on audit (tenant_id, account_id, id desc);

-- Whose name stands in a notice: by default who is acting. When that account is deleted, the notice goes with it.
alter table notices add column person_id bigint default current_account_id();
create index notices_person_idx on notices (tenant_id, person_id) where person_id is not null;

-- Replaces the present tenant's settings if they are still what was read. The front may not write `tenants`; this is
-- its one way, and only for an admin. Answers whether it was done.
create function change_settings(expected jsonb, new_settings jsonb, at_time timestamptz) returns boolean
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    if not exists (
        select from accounts
         where tenant_id = current_tenant_id() and id = current_account_id() and role = 'admin' and status = 'active'
    ) then
        return false;
    end if;
    update tenants
       set settings = new_settings, updated_at = at_time
     where id = current_tenant_id() and settings = expected;
    return found;
end
$$;
revoke all on function change_settings(jsonb, jsonb, timestamptz) from public;
grant execute on function change_settings(jsonb, jsonb, timestamptz) to parlay_front;

-- Blocking and matching of the same two people take turns: whoever comes second sees what the first has done.
create function lock_pair(tenant bigint, one bigint, other bigint) returns void
    language sql
    set search_path = parlay, pg_temp
    as $$
    select pg_advisory_xact_lock(
        hashtextextended('parlay.pair:' || least(one, other) || ':' || greatest(one, other), tenant)
    );
$$;

create function refuse_blocked_match() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform lock_pair(new.tenant_id, new.user_id1, new.user_id2);
    if exists (
        select from blocks
         where tenant_id = new.tenant_id
           and (account_id, blocked_id) in ((new.user_id1, new.user_id2), (new.user_id2, new.user_id1))
    ) then
        raise exception 'one of the two has blocked the other'
            using errcode = 'check_violation', constraint = 'matches_blocked_check', table = 'matches';
    end if;
    return null;
end
$$;
-- Not for what is loaded in bulk, which nobody's account makes: locks are few.
create trigger refuse_blocked_match after insert on matches
    for each row when (current_account_id() is not null) execute function refuse_blocked_match();

grant select, insert, update, delete on reports, invites to parlay_front, parlay_worker;
grant select, insert on audit to parlay_front, parlay_worker;
