-- How many games are read one by one before an index of names is asked. Smaller in a test.
create or replace function games_read(is_first_page boolean) returns integer
    language sql immutable parallel safe
    return case when is_first_page then 200 else 1000 end;
