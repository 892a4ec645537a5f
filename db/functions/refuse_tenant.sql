-- Refuses a statement for a tenant that is not open here. The front waits, or asks the cell where the tenant lives. Returns nothing.
create or replace function refuse_tenant(state text) returns text
    language plpgsql volatile
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'the tenant is % here', state using errcode = 'PL001';
end
$$;
