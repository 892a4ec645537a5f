-- compatible: yes
-- Who has a shelf, how many games are on it and when it was last updated, for the list of shelves.

-- Counted by triggers; no row for an empty shelf. The wishlist does not count.
create table shelves (
    tenant_id bigint not null references tenants on delete cascade,
    account_id bigint not null,
    games integer not null constraint shelves_games_check check (games >= 0),
    -- The latest of its games; taking a game off does not change it.
    updated_at timestamptz not null,
    primary key (tenant_id, account_id),
    constraint shelves_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 90);
call protect('shelves');
create index shelves_updated_idx on shelves (tenant_id, updated_at, account_id);

-- Adds to the shelf what a statement has added to it.
create function count_added_games() returns trigger
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

-- Wishes become games of the shelf; the other way round is not written, and counted all the same.
create function count_changed_games() returns trigger
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

create function count_removed_games() returns trigger
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

-- A file of a whole tenant has the counts, and its deletion deletes them.
create trigger count_added_games after insert on shelf_games
    referencing new table as new_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on')
    execute function count_added_games();
create trigger count_changed_games after update on shelf_games
    referencing old table as old_rows new table as new_rows
    for each statement execute function count_changed_games();
create trigger count_removed_games after delete on shelf_games
    referencing old table as old_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on')
    execute function count_removed_games();

insert into shelves (tenant_id, account_id, games, updated_at)
select tenant_id, account_id, count(*), max(updated_at)
  from shelf_games
 where not is_wish
 group by tenant_id, account_id;

grant select, insert, update, delete on shelves to parlay_front, parlay_worker;
