-- compatible: no
-- The people of a tenant. Some columns belong to modules; they are here because an index, or every profile, needs them.

create table accounts (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    username text not null
        constraint accounts_username_check check (username ~ '^[A-Za-z0-9._-]{3,30}$' or status = 'deleted'),
    -- The username in lower case. A stored column, because queries under a policy cannot use an index on an expression.
    -- Usernames are ASCII; the collation keeps the server's locale out of it.
    username_key text not null generated always as (lower(username collate "C")) stored,
    email text constraint accounts_email_check check (length(email) <= 254),
    first_name text not null
        constraint accounts_first_name_check check (length(first_name) <= 50 and is_name(first_name)),
    last_name text not null default ''
        constraint accounts_last_name_check check (length(last_name) <= 50 and is_name(last_name)),
    bio text not null default '' constraint accounts_bio_check check (length(bio) <= 1000),
    venmo_username text,
    known_lang text,
    learn_lang text constraint accounts_languages_check check (learn_lang <> known_lang),
    password_hash text,
    role text not null default 'member' constraint accounts_role_check check (role in ('member', 'moderator', 'admin')),
    status text not null default 'active'
        constraint accounts_status_check check (status in ('active', 'suspended', 'deleted')),
    settings jsonb not null default '{}',
    -- How many people said after a meetup that this person came, or did not.
    met_count integer not null default 0 constraint accounts_met_count_check check (met_count >= 0),
    no_show_count integer not null default 0 constraint accounts_no_show_count_check check (no_show_count >= 0),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- To the hour, so that most requests write nothing. It orders lists.
    last_active_at timestamptz not null default date_trunc('hour', now()),
    -- Counts edits; the row's ETag.
    version bigint not null default 1,
    -- The photo that is shown; null without one. A random number, new for each photo, so that a client never takes a
    -- cached photo for another one.
    photo_version bigint constraint accounts_photo_version_check check (photo_version > 0),
    primary key (tenant_id, id),
    constraint accounts_username_key unique (tenant_id, username_key),
    constraint accounts_email_key unique (tenant_id, email)
) with (fillfactor = 90);
call protect('accounts');
create index accounts_languages_idx
    on accounts (tenant_id, known_lang, learn_lang, last_active_at desc, id desc) where status = 'active';

-- A tenant that has an admin keeps at least one. The lock keeps two admins from leaving at the same time.
create function keep_last_admin() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.admins', new.tenant_id));
    if not exists (
        select from accounts where tenant_id = new.tenant_id and role = 'admin' and status = 'active'
    ) then
        raise exception 'the last admin of a tenant stays'
            using errcode = 'check_violation', constraint = 'accounts_last_admin_check', table = 'accounts';
    end if;
    return null;
end
$$;

create trigger keep_last_admin after update of role, status on accounts
    for each row
    when (old.role = 'admin' and old.status = 'active' and (new.role <> 'admin' or new.status <> 'active'))
    execute function keep_last_admin();

grant select, insert, update, delete on accounts to parlay_front, parlay_worker;
