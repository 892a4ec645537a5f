-- Takes off the shelf what a statement has taken off it.
create or replace function count_removed_games() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    update shelves s
       set games = s.games - r.games
      from (
           select o.tenant_id, o.account_id, count(*) as games
             from old_rows o
            where not o.is_wish
            group by o.tenant_id, o.account_id
           ) r
     where s.tenant_id = r.tenant_id and s.account_id = r.account_id;
    delete from shelves s
     using (select distinct o.tenant_id, o.account_id from old_rows o) r
     where s.tenant_id = r.tenant_id and s.account_id = r.account_id and s.games = 0;
    return null;
end
$$;

-- The deletion of a whole tenant deletes the counts too. Silent in a transfer.
create or replace trigger count_removed_games after delete on shelf_games
    referencing old table as old_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on')
    execute function count_removed_games();
