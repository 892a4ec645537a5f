-- How many games of a filter are few enough to read them all. Smaller in a test.
create or replace function games_are_few() returns integer
    language sql immutable parallel safe
    return 4000;
