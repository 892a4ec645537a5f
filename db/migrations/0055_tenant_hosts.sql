-- compatible: yes
-- Host names at whose `/` a tenant's app is; keep_hosts_unique() keeps two tenants from having the same.
alter table tenants
    add column hosts text[] not null default '{}',
    add constraint tenants_hosts_check check (
        cardinality(hosts) <= 10 and array_position(hosts, null) is null
        -- None has a space.
        and cardinality(hosts) = cardinality(string_to_array(array_to_string(hosts, ' '), ' '))
        and length(array_to_string(hosts, ' ')) <= 2500
        and array_to_string(hosts, ' ') ~ '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?( [a-z0-9]([a-z0-9.-]*[a-z0-9])?)*)?$'
    );
