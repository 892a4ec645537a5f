-- compatible: yes
-- The games that people have on their shelf, or wish for. One table for both: the primary key keeps a game from being on
-- the shelf and on the wishlist (docs/decisions/0100-one-table-for-shelf-and-wishlist.md).

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

-- Who has a shelf, how many games are on it and when it was last updated, for the list of shelves. Counted by triggers; no row
-- for an empty shelf. The wishlist does not count.
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

grant select, insert, update, delete on shelves to parlay_front, parlay_worker;

-- The games that a tenant's admins put first (docs/shelf.md).
create table featured_games (
    tenant_id bigint not null references tenants on delete cascade,
    -- From 1, without gaps.
    place integer not null constraint featured_games_place_check check (place between 1 and 50),
    game_id bigint not null constraint featured_games_game_fkey references games,
    primary key (tenant_id, place)
);
call protect('featured_games');

grant select, insert, update, delete on featured_games to parlay_front, parlay_worker;
