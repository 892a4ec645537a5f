-- compatible: yes
-- Kinds of jobs that the operator has paused. Workers read the table at each search for due jobs and claim none of these kinds until
-- the row is gone; what runs goes on, and what is enqueued waits.
create table paused_kinds (
    kind text primary key constraint paused_kinds_kind_check check (kind ~ '^[a-z][a-z0-9_.]{0,62}$'),
    paused_at timestamptz not null default now()
);
grant select on paused_kinds to parlay_worker;
