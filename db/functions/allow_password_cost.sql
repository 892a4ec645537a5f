-- Raises the highest cost to that of the present settings, and returns it.
create or replace function allow_password_cost(
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
revoke all on function allow_password_cost from public;
grant execute on function allow_password_cost to parlay_front;
