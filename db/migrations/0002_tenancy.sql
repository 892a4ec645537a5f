-- compatible: no
-- Accounts, their tokens, blocks, notices, and the counts behind the throttles.

create table accounts (
    tenant_id bigint not null references tenants on delete cascade,
    id bigint generated always as identity,
    username text not null
        constraint accounts_username_check check (username ~ '^[A-Za-z0-9._-]{3,30}$' or status = 'deleted'),
    -- Compared without case. A stored column, because an expression index is closed to queries under a policy.
    -- Names are ASCII, and the collation keeps a server's language from folding them in its own way.
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
    -- How often others said after a meetup that this person came, or did not.
    met_count integer not null default 0 constraint accounts_met_count_check check (met_count >= 0),
    no_show_count integer not null default 0 constraint accounts_no_show_count_check check (no_show_count >= 0),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- To the hour: it orders lists and must not be written on each request.
    last_active_at timestamptz not null default date_trunc('hour', now()),
    -- Counts edits; the row's ETag.
    version bigint not null default 1,
    primary key (tenant_id, id),
    constraint accounts_username_key unique (tenant_id, username_key),
    constraint accounts_email_key unique (tenant_id, email)
) with (fillfactor = 90);
call protect('accounts');
create index accounts_languages_idx
    on accounts (tenant_id, known_lang, learn_lang, last_active_at desc, id desc) where status = 'active';

-- A tenant that has an admin keeps one. Takes turns within a tenant, so that two admins cannot leave at once.
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

create table tokens (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    digest bytea not null constraint tokens_digest_check check (length(digest) = 32),
    prefix text not null,
    label text not null,
    created_at timestamptz not null default now(),
    -- To the hour.
    last_used_at timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id),
    constraint tokens_digest_key unique (tenant_id, digest),
    constraint tokens_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 90);
call protect('tokens');
create index tokens_account_idx on tokens (tenant_id, account_id, id desc);
create index tokens_expires_at_idx on tokens (expires_at);

create table throttles (
    tenant_id bigint not null references tenants on delete cascade,
    -- What is counted: 'login_pair', 'login_address', 'login_account', 'register', 'reset'.
    kind text not null,
    subject text not null constraint throttles_subject_check check (length(subject) <= 400),
    window_started_at timestamptz not null,
    count integer not null,
    blocked_until timestamptz,
    primary key (tenant_id, kind, subject)
) with (fillfactor = 70);
call protect('throttles');
create index throttles_window_idx on throttles (window_started_at);

create table blocks (
    tenant_id bigint not null,
    account_id bigint not null,
    blocked_id bigint not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, account_id, blocked_id),
    constraint blocks_oneself_check check (account_id <> blocked_id),
    constraint blocks_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint blocks_blocked_fkey foreign key (tenant_id, blocked_id) references accounts on delete cascade
);
call protect('blocks');
create index blocks_blocked_idx on blocks (tenant_id, blocked_id, account_id);

create table notices (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    kind text not null,
    title text not null,
    text text not null,
    subject_type text,
    subject_id bigint,
    -- At most one notice a person with this key: a job that runs twice writes it once.
    unique_key text,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    primary key (tenant_id, id),
    constraint notices_unique_key unique (tenant_id, account_id, unique_key),
    constraint notices_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
call protect('notices');
create index notices_inbox_idx on notices (tenant_id, account_id, id desc);
create index notices_created_at_idx on notices (created_at);

-- Says who a token belongs to and scopes the transaction to that tenant and account, in one statement. Sets both
-- settings every time: to what matches nothing when it refuses, because reads of other requests may follow in the
-- same transaction. It runs with its caller's rights and names its schema; a search_path of its own would cost a third
-- of its time at each call. Answers no row when the token is unknown, expired, or its account is not active.
create function authenticate(
    for_tenant bigint,
    token_digest bytea,
    at_time timestamptz,
    out token_id bigint,
    out account_id bigint,
    out role text,
    out username text,
    out is_stale boolean
) returns setof record
    language plpgsql
    as $$
begin
    perform set_config('parlay.tenant_id', for_tenant::text, true), set_config('parlay.account_id', '', true);
    -- Two look-ups by unique keys. Joined, their plan depends on statistics, and the one that is made before there
    -- are any reads all accounts of the tenant, for as long as the connection lives.
    select t.id, t.account_id, t.last_used_at is null or t.last_used_at < at_time - interval '1 hour'
      into token_id, authenticate.account_id, is_stale
      from parlay.tokens t
     where t.tenant_id = for_tenant and t.digest = token_digest and t.expires_at > at_time;
    select a.role, a.username
      into authenticate.role, authenticate.username
      from parlay.accounts a
     where a.tenant_id = for_tenant and a.id = authenticate.account_id and a.status = 'active';
    if found then
        perform set_config('parlay.account_id', authenticate.account_id::text, true);
        return next;
    else
        perform set_config('parlay.tenant_id', '', true);
    end if;
end
$$;

grant select, insert, update, delete on accounts, tokens, throttles, blocks, notices to parlay_front, parlay_worker;
