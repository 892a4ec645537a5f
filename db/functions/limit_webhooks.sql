-- At most 20 a tenant, because each event is sent to all of them. The lock keeps two from being the twentieth.
create or replace function limit_webhooks() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.webhooks', new.tenant_id));
    if (select count(*) from webhooks where tenant_id = new.tenant_id) > 20 then
        raise exception 'a tenant has at most 20 webhooks'
            using errcode = 'check_violation', constraint = 'webhooks_limit_check', table = 'webhooks';
    end if;
    return null;
end
$$;

create or replace trigger limit_webhooks after insert on webhooks
    for each row execute function limit_webhooks();
