-- Adds or subtracts outcomes for both sides: once for each account and in the order of their ids, so that transactions that
-- count for the same people never deadlock.
create or replace function count_wager_outcomes() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if tg_op = 'INSERT' then
        insert into wager_figures as f (tenant_id, account_id, pnl_cents, won, lost)
        select n.tenant_id, s.account_id, sum(case when s.has_won then n.amount_cents else -n.amount_cents end),
               count(*) filter (where s.has_won), count(*) filter (where not s.has_won)
          from new_wagers n
          cross join lateral (
              values (n.challenger_id, n.winner = 'challenger'), (n.challengee_id, n.winner = 'challengee')
          ) s (account_id, has_won)
         where n.winner is not null
         group by n.tenant_id, s.account_id
         order by n.tenant_id, s.account_id
        on conflict (tenant_id, account_id) do update
           set pnl_cents = f.pnl_cents + excluded.pnl_cents, won = f.won + excluded.won, lost = f.lost + excluded.lost;
        return null;
    end if;
    -- In two steps, because a check would refuse to insert a negative count.
    insert into wager_figures (tenant_id, account_id)
    select n.tenant_id, s.account_id
      from new_wagers n
      join old_wagers o on o.tenant_id = n.tenant_id and o.id = n.id and o.winner is distinct from n.winner
      cross join lateral (values (n.challenger_id), (n.challengee_id)) s (account_id)
     group by n.tenant_id, s.account_id
     order by n.tenant_id, s.account_id
    on conflict (tenant_id, account_id) do nothing;
    with changed as (
        select c.tenant_id, s.account_id,
               sum(case when s.has_won then c.amount_cents else -c.amount_cents end * c.sign) as pnl_cents,
               coalesce(sum(c.sign) filter (where s.has_won), 0) as won,
               coalesce(sum(c.sign) filter (where not s.has_won), 0) as lost
          from (
               select o.tenant_id, o.challenger_id, o.challengee_id, o.amount_cents, o.winner, -1 as sign
                 from old_wagers o
                 join new_wagers n on n.tenant_id = o.tenant_id and n.id = o.id and o.winner is distinct from n.winner
               union all
               select n.tenant_id, n.challenger_id, n.challengee_id, n.amount_cents, n.winner, 1
                 from new_wagers n
                 join old_wagers o on o.tenant_id = n.tenant_id and o.id = n.id and o.winner is distinct from n.winner
               ) c
          cross join lateral (
              values (c.challenger_id, c.winner = 'challenger'), (c.challengee_id, c.winner = 'challengee')
          ) s (account_id, has_won)
         where c.winner is not null
         group by c.tenant_id, s.account_id
    ), locked as materialized (
        select f.tenant_id, f.account_id
          from wager_figures f
          join changed c on c.tenant_id = f.tenant_id and c.account_id = f.account_id
         order by f.tenant_id, f.account_id
           for update of f
    )
    update wager_figures f
       set pnl_cents = f.pnl_cents + c.pnl_cents, won = f.won + c.won, lost = f.lost + c.lost
      from changed c
      join locked l on l.tenant_id = c.tenant_id and l.account_id = c.account_id
     where f.tenant_id = c.tenant_id and f.account_id = c.account_id;
    return null;
end
$$;

-- Silent in a transfer (docs/decisions/0110-a-tenant-in-one-file.md).
create or replace trigger count_posed_wager_outcomes after insert on wagers
    referencing new table as new_wagers
    for each statement
    when (not in_transfer())
    execute function count_wager_outcomes();

create or replace trigger count_wager_outcomes after update on wagers
    referencing old table as old_wagers new table as new_wagers
    for each statement execute function count_wager_outcomes();
