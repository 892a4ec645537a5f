-- compatible: yes
-- What happens to a person, as thin events with numbers in commit order (docs/decisions/0188-one-stream-per-person.md).
--
-- A write adds its events in its own statement, by Events.append. It takes the next number of each person from `streams`, and
-- these rows are the last that it locks, in the order of the accounts. The commit releases them, so whoever sees a number sees
-- every lower one.

create table streams (
    tenant_id bigint not null,
    account_id bigint not null,
    -- The number of the last event.
    number bigint not null,
    -- Events up to this number were deleted.
    pruned bigint not null default 0,
    primary key (tenant_id, account_id),
    constraint streams_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
call protect('streams');
alter table streams alter column tenant_id set statistics 0;

-- Neither foreign keys nor checks, because each would cost more than the row.
create table stream_events (
    tenant_id bigint not null,
    account_id bigint not null,
    number bigint not null,
    type text not null,
    subject_type text not null,
    subject_id bigint not null,
    -- The device that did it, if it is the person's own.
    token_id bigint,
    created_at timestamptz not null,
    -- The transaction. Fronts read what their last snapshot did not show.
    change xid8 not null default pg_current_xact_id(),
    primary key (tenant_id, account_id, number)
) with (autovacuum_vacuum_scale_factor = 0.05);
call protect('stream_events');
alter table stream_events alter column tenant_id set statistics 0;
create index stream_events_change_idx on stream_events (tenant_id, change);

grant select, insert on streams, stream_events to parlay_front, parlay_worker;
grant update (number) on streams to parlay_front;
grant update (number, pruned) on streams to parlay_worker;
grant delete on stream_events to parlay_front, parlay_worker;
