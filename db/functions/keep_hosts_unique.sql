-- A host leads to one tenant. The lock keeps two tenants from taking it at the same time.
create or replace function keep_hosts_unique() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    taken text;
begin
    perform pg_advisory_xact_lock(hashtextextended('parlay.hosts', 0));
    select h into taken
      from tenants t, unnest(t.hosts) h
     where t.id <> new.id and h = any (new.hosts)
     limit 1;
    if taken is not null then
        raise exception 'the host % is that of another tenant', taken
            using errcode = 'unique_violation', constraint = 'tenants_hosts_key', table = 'tenants';
    end if;
    return null;
end
$$;

create or replace trigger keep_hosts_unique after insert or update of hosts on tenants
    for each row
    when (new.hosts <> '{}')
    execute function keep_hosts_unique();
