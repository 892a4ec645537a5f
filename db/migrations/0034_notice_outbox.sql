-- compatible: yes
-- Mail and webhooks of notices are enqueued by workers (docs/decisions/0119-what-a-write-costs.md).

-- Notices that wait for a worker, which enqueues their mail and their webhooks: the one row that a write leaves for both. It
-- is written in the transaction of the notice. Neither a foreign key nor a check, because each would cost more than the row.
create table notice_outbox (
    tenant_id bigint not null,
    -- The transaction that wrote it. A worker takes all notices of a transaction together, because they may be one event.
    change xid8 not null,
    notice_id bigint not null,
    primary key (tenant_id, change, notice_id)
) with (
    -- As `jobs`: vacuum often, by count and without delay.
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 0,
    autovacuum_vacuum_insert_threshold = -1,
    autovacuum_analyze_threshold = 50000,
    autovacuum_analyze_scale_factor = 0
);
call protect('notice_outbox');
grant insert on notice_outbox to parlay_front;
grant select, insert, delete on notice_outbox to parlay_worker;

-- In its first form, because it takes over from two triggers: no notice may be posted twice, and none not at all.
create function post_notices() returns trigger
    language plpgsql
    as $$
begin
    insert into parlay.notice_outbox (tenant_id, change, notice_id)
    select n.tenant_id, pg_current_xact_id(), n.id from new_notices n;
    return null;
end
$$;

create trigger post_notices after insert on notices
    referencing new table as new_notices
    for each statement
    execute function post_notices();

drop trigger mail_notices on notices;
drop trigger enqueue_webhooks on notices;
drop function mail_notices();
drop function enqueue_webhooks();
