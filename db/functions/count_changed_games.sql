-- Wishes become games of the shelf; the other way round is not written, and counted all the same.
create or replace function count_changed_games() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    insert into shelves as s (tenant_id, account_id, games, updated_at)
    select n.tenant_id, n.account_id, count(*) filter (where o.is_wish), max(n.updated_at)
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.account_id = n.account_id and o.game_id = n.game_id
     where not n.is_wish
     group by n.tenant_id, n.account_id
        on conflict (tenant_id, account_id) do update
       set games = s.games + excluded.games, updated_at = greatest(s.updated_at, excluded.updated_at);
    update shelves s
       set games = s.games - r.games
      from (
           select o.tenant_id, o.account_id, count(*) as games
             from old_rows o
             join new_rows n on n.tenant_id = o.tenant_id and n.account_id = o.account_id and n.game_id = o.game_id
            where not o.is_wish and n.is_wish
            group by o.tenant_id, o.account_id
           ) r
     where s.tenant_id = r.tenant_id and s.account_id = r.account_id;
    return null;
end
$$;

create or replace trigger count_changed_games after update on shelf_games
    referencing old table as old_rows new table as new_rows
    for each statement execute function count_changed_games();
