-- compatible: yes
-- What a password hash may cost: rows of imported files decide about the memory and time of sign-ins
-- (docs/decisions/0166-costs-of-password-hashes.md).

-- The memory in KiB, the iterations and the lanes of a hash; null unless it is one that fronts can read. Lengths are compared
-- apart: bounds in the expression would take 0.7 ms a hash instead of 0.03.
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
revoke all on function password_cost(text) from public;

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

-- Raises the highest cost to that of the present settings, and returns it.
create function allow_password_cost(
    inout memory_kib integer,
    inout iterations integer,
    inout parallelism integer
)
    language plpgsql
    security definer
    set search_path = parlay, pg_temp
    as $$
begin
    update password_costs c
       set memory_kib = greatest(c.memory_kib, allow_password_cost.memory_kib),
           iterations = greatest(c.iterations, allow_password_cost.iterations),
           parallelism = greatest(c.parallelism, allow_password_cost.parallelism)
     where (c.memory_kib, c.iterations, c.parallelism) is distinct from (
               greatest(c.memory_kib, allow_password_cost.memory_kib),
               greatest(c.iterations, allow_password_cost.iterations),
               greatest(c.parallelism, allow_password_cost.parallelism)
           );
    select c.memory_kib, c.iterations, c.parallelism
      into allow_password_cost.memory_kib, allow_password_cost.iterations, allow_password_cost.parallelism
      from password_costs c;
end
$$;
revoke all on function allow_password_cost(integer, integer, integer) from public;
grant execute on function allow_password_cost(integer, integer, integer) to parlay_front;
