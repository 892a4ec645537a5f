-- Whether rows of a tenant's file are being copied, for which triggers that have had their effect are silent: the setting, in
-- a session of an operator (docs/decisions/0110-a-tenant-in-one-file.md). A function, because PostgreSQL parses the condition of a
-- trigger in each statement, and not SQL, which would be inlined there. It qualifies every name.
create or replace function in_transfer() returns boolean
    language plpgsql stable parallel safe
    as $$
begin
    return coalesce(pg_catalog.current_setting('parlay.transfer', true) operator(pg_catalog.=) 'on', false)
        and pg_catalog.pg_has_role(session_user, 'parlay_owner', 'member');
end
$$;
