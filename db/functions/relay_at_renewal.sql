-- Until 0.3.0.
--
-- Workers of 0.1.0 do not look into the outbox of notices. They renew their lease every ten seconds, and with it relay what waits,
-- 2,000 notices at most; later workers have left nothing. No lease is lost because of a notice.
create or replace function relay_at_renewal() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    tenant bigint;
    total bigint := 0;
begin
    for tenant in select tenants_with_notices() loop
        begin
            total := total + relay_notices(tenant, 100);
        exception when others then
            raise warning 'notices of tenant % were not relayed: %', tenant, sqlerrm;
        end;
        exit when total >= 2000;
    end loop;
    return null;
end
$$;

create or replace trigger relay_at_renewal after update on workers
    for each statement execute function relay_at_renewal();
