-- compatible: yes
-- The games that people have on their shelf, or wish for. One table for both: the primary key keeps a game from being on
-- the shelf and on the wishlist (docs/decisions/0100-one-table-for-shelf-and-wishlist.md).

alter table tenants drop constraint tenants_modules_check;
alter table tenants add constraint tenants_modules_check
    check (modules <@ array['meetups', 'wagers', 'sportsbook', 'shelf']);

create table shelf_games (
    tenant_id bigint not null references tenants on delete cascade,
    account_id bigint not null,
    game_id bigint not null,
    -- On the wishlist; everything below but the times is then empty.
    is_wish boolean not null,
    -- 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped.
    status smallint constraint shelf_games_status_check check (status between 0 and 4),
    rating smallint constraint shelf_games_rating_check check (rating between 0 and 100),
    -- Played, in tenths of an hour.
    hour_tenths integer not null default 0 constraint shelf_games_hours_check check (hour_tenths between 0 and 1000000),
    note text constraint shelf_games_note_check check (length(note) between 1 and 4000),
    started_on date,
    finished_on date,
    added_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (tenant_id, account_id, game_id),
    constraint shelf_games_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint shelf_games_game_fkey foreign key (game_id) references games,
    constraint shelf_games_dates_check check (finished_on >= started_on),
    constraint shelf_games_wish_check check (
        case when is_wish
             then status is null and rating is null and hour_tenths = 0 and note is null and started_on is null
                  and finished_on is null
             else status is not null
        end)
) with (fillfactor = 90);
alter table shelf_games alter column tenant_id set statistics 0;
call protect('shelf_games');

-- The order of both lists.
create index shelf_games_added_idx on shelf_games (tenant_id, account_id, is_wish, added_at, game_id);

grant select, insert, update, delete on shelf_games to parlay_front, parlay_worker;
