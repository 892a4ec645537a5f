-- Adds to the shelf what a statement has added to it.
create or replace function count_added_games() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    insert into shelves as s (tenant_id, account_id, games, updated_at)
    select n.tenant_id, n.account_id, count(*), max(n.updated_at)
      from new_rows n
     where not n.is_wish
     group by n.tenant_id, n.account_id
        on conflict (tenant_id, account_id) do update
       set games = s.games + excluded.games, updated_at = greatest(s.updated_at, excluded.updated_at);
    return null;
end
$$;

-- A file of a whole tenant has the counts. Silent in a transfer.
create or replace trigger count_added_games after insert on shelf_games
    referencing new table as new_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on')
    execute function count_added_games();
