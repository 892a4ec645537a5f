-- Among how many games at most the similar names are looked for. Smaller in a test.
create or replace function games_ranked() returns integer
    language sql immutable parallel safe
    return 300;
