-- The memory in KiB, the iterations and the lanes of a hash; null unless it is one that fronts can read. Lengths are compared
-- apart: bounds in the expression would take 0.7 ms a hash instead of 0.03.
create or replace function password_cost(hash text) returns integer[]
    language sql immutable parallel safe
    set search_path = parlay, pg_temp
    as $$
    select c.cost
      from (
           select regexp_match(
                      hash,
                      '^\$argon2id\$v=19\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]?),p=([1-9][0-9]?)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$'
                  )::integer[]
           ) as c (cost)
     where length(split_part(hash, '$', 5)) between 11 and 86 and length(split_part(hash, '$', 6)) between 11 and 86
       and c.cost[1] between 8 * c.cost[3] and 1048576 and c.cost[2] <= 64 and c.cost[3] <= 16
$$;
revoke all on function password_cost from public;
