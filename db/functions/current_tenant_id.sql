-- The tenant of this transaction; null if none is set, so that policies match nothing.
create or replace function current_tenant_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.tenant_id', true), '')::bigint;
