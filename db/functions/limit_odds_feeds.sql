-- At most 20 a tenant. The lock keeps two from being the twentieth.
create or replace function limit_odds_feeds() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.odds_feeds', new.tenant_id));
    if (select count(*) from odds_feeds where tenant_id = new.tenant_id) > 20 then
        raise exception 'a tenant has at most 20 feeds'
            using errcode = 'check_violation', constraint = 'odds_feeds_limit_check', table = 'odds_feeds';
    end if;
    return null;
end
$$;

create or replace trigger limit_odds_feeds after insert on odds_feeds
    for each row execute function limit_odds_feeds();
