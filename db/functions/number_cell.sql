-- Says which cell of an installation this database is, from 1 to 1000. Call it before the first tenant is created; a
-- database of which nobody says so is cell 1.
create or replace procedure number_cell(cell integer)
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if cell not between 1 and 1000 then
        raise exception 'a cell has a number from 1 to 1000, not %', cell using errcode = 'invalid_parameter_value';
    end if;
    if exists (select from tenants) then
        raise exception 'this database has tenants already' using errcode = 'object_not_in_prerequisite_state';
    end if;
    execute format('alter table tenants alter column id restart with %s', cell);
end
$$;
revoke all on procedure number_cell from public;
