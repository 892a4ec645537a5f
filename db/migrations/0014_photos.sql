-- compatible: no
-- Photos of accounts, as `DatabasePhotos` stores them: each in every size and format. `accounts.photo_version` says which
-- one is shown. A process that ends between two steps leaves rows of other versions; the job `prune` removes them.

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
-- Both formats are compressed.
alter table photos alter column bytes set storage external;
call protect('photos');
create index photos_created_at_idx on photos (created_at);

grant select, insert, update, delete on photos to parlay_front, parlay_worker;
