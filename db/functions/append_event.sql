-- Adds one event to a person's stream, for triggers. Statements use the fragment Events.append, which is cheaper.
create or replace function append_event(
    for_tenant bigint,
    for_account bigint,
    event_type text,
    subject_type text,
    subject_id bigint
) returns void
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    with counted as (
        insert into streams as s (tenant_id, account_id, number)
        values (for_tenant, for_account, 1)
            on conflict (tenant_id, account_id) do update set number = s.number + 1
        returning s.number
    )
    insert into stream_events (tenant_id, account_id, number, type, subject_type, subject_id, token_id, created_at)
    select for_tenant, for_account, c.number, event_type, append_event.subject_type, append_event.subject_id,
           case when for_account = current_account_id() then current_token_id() end, clock_timestamp()
      from counted c;
end
$$;
revoke all on function append_event from public;
grant execute on function append_event to parlay_front, parlay_worker;
