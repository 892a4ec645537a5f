-- compatible: yes
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
