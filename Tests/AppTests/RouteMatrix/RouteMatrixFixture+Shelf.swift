import Database
import TestDatabases

extension RouteMatrixFixture {
    /// Games of the catalog, which all tenants share.
    struct Games: Sendable {
        /// On the owner's shelf.
        let owned: Int64
        /// On the owner's wishlist.
        let wished: Int64
        /// On no list.
        let free: Int64
    }

    /// - Parameter note: what the owner says about their game.
    func games(of owner: Person, note: String) throws -> Games {
        // As imports leave them.
        try self.owner.execute(
            """
            insert into genres (name, game_count) values ('Puzzle', 1) on conflict do nothing;
            insert into platforms (name, game_count) values ('Web browser', 1) on conflict do nothing
            """
        )
        let rows = try self.owner.query(
            """
            with game as (
                insert into games (source, source_id, name, screenshots, updated_at)
                select 'matrix', $1 * 10 + n, 'Game ' || $1 || ' ' || n, '{sc1,https://cdn.example.com/2.jpg,sc3}', now()
                  from generate_series(1, 3) as n
                returning id, source_id
            ), kept as (
                insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, note, added_at, updated_at)
                select a.tenant_id, a.id, g.id, g.source_id % 10 = 2, case g.source_id % 10 when 1 then 1 end,
                       case g.source_id % 10 when 1 then $2 end, now(), now()
                  from accounts a, game g
                 where a.id = $1 and g.source_id % 10 < 3
            )
            select id from game order by source_id
            """,
            .integer(owner.id),
            .text(note)
        )
        return Games(
            owned: try rows[0].integer(0),
            wished: try rows[1].integer(0),
            free: try rows[2].integer(0)
        )
    }
}
