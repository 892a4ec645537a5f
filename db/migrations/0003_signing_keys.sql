-- compatible: no
-- Keys that every process of this installation shares. They sign cursors and links, and belong to no tenant.

create table signing_keys (
    name text primary key,
    key bytea not null constraint signing_keys_key_check check (length(key) >= 32),
    created_at timestamptz not null default now()
);
-- Two random UUIDs hold 244 random bits.
insert into signing_keys (name, key)
values ('cursor', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
grant select on signing_keys to parlay_front, parlay_worker;
