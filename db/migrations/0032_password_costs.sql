-- compatible: yes
-- What a password hash may cost: rows of imported files decide about the memory and time of sign-ins
-- (docs/decisions/0166-costs-of-password-hashes.md).

-- In its first form, for the row below.
create function password_cost(hash text) returns integer[]
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

-- The highest cost that this installation has used, in its only row. Hashes above it are neither imported nor computed.
create table password_costs (
    is_only boolean primary key default true constraint password_costs_check check (is_only),
    memory_kib integer not null,
    iterations integer not null,
    parallelism integer not null
);

-- The default, and what hashes were made with before.
insert into password_costs (memory_kib, iterations, parallelism)
select greatest(19456, max(c.cost[1])), greatest(2, max(c.cost[2])), greatest(1, max(c.cost[3]))
  from (select password_cost(password_hash) from accounts) as c (cost);
