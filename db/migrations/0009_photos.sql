-- compatible: no
-- Photos of accounts.

-- Which photo is shown; null without one. A random number, new with every photo, so that what a client has kept under
-- the path of one is never taken for another.
alter table accounts add column photo_version bigint
    constraint accounts_photo_version_check check (photo_version > 0);

-- What `DatabasePhotos` keeps: a photo in every size and format. Rows of a version that no account names are left by
-- a process that ended between two steps; the job `prune` removes them.
create table photos (
    tenant_id bigint not null,
    account_id bigint not null,
    version bigint not null,
    -- Pixels of the longest side.
    size smallint not null constraint photos_size_check check (size in (64, 256, 1024)),
    format text not null constraint photos_format_check check (format in ('webp', 'jpeg')),
    bytes bytea not null constraint photos_bytes_check check (length(bytes) between 1 and 16777216),
    created_at timestamptz not null default now(),
    primary key (tenant_id, account_id, version, size, format),
    constraint photos_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
);
-- The formats are compressed already.
alter table photos alter column bytes set storage external;
call protect('photos');
create index photos_created_at_idx on photos (created_at);

grant select, insert, update, delete on photos to parlay_front, parlay_worker;
