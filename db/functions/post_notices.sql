-- Until 0.4.0.
-- Leaves notices of version 0.2.0 to a worker, which enqueues their mail and webhooks. All names are qualified,
-- because a search_path would cost time at each call.
create or replace function post_notices() returns trigger
    language plpgsql
    as $$
begin
    insert into parlay.notice_outbox (tenant_id, change, notice_id)
    select n.tenant_id, pg_current_xact_id(), n.id from new_notices n;
    return null;
end
$$;

create or replace trigger post_notices after insert on notices
    referencing new table as new_notices
    for each statement
    when (posts_by_trigger())
    execute function post_notices();
