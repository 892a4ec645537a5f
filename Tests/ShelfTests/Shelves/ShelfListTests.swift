import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct ShelfListTests {
    private let shelf: ShelfWorld
    private let ada: SignedInPerson
    private let bob: SignedInPerson

    init() async throws {
        shelf = try await ShelfWorld()
        ada = try await shelf.person("ada")
        bob = try await shelf.person("bob")
    }

    /// Five games; the rows are status, rating, tenths of hours, and days since they were added and changed.
    private func fill() throws -> [Int64] {
        let games = try ["Émile", "abzu", "Zoo", "!!!", "Éa"].map { try shelf.game($0) }
        let rows = [
            "0, null, 5, 5, 1", "1, 80, 0, 4, 2", "1, 90, 20, 3, 3", "2, 80, 5, 2, 4", "4, 0, 1000, 2, 5",
        ]
        for (game, row) in zip(games, rows) {
            try shelf.owner.execute(
                """
                insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, rating, hour_tenths, added_at, updated_at)
                select a.tenant_id, a.id, \(game), false, r.status, r.rating::smallint, r.tenths,
                       date '2026-05-20' - r.added, date '2026-05-20' - r.updated
                  from accounts a, (values (\(row))) as r (status, rating, tenths, added, updated)
                 where a.id = \(ada.id)
                """
            )
        }
        return games
    }

    @Test func `each order pages through the whole shelf, and games that are equal keep theirs`() async throws
    {
        let games = try fill()
        for (query, expected) in [
            ("", [4, 3, 2, 1, 0]), ("?sort=added_at", [4, 3, 2, 1, 0]),
            ("?sort=updated_at", [0, 1, 2, 3, 4]),
            ("?sort=user_rating", [2, 3, 1, 4, 0]), ("?sort=user_hours", [4, 2, 3, 0, 1]),
            ("?sort=name", [3, 1, 4, 0, 2]), ("?status=1", [2, 1]), ("?status=1,4", [4, 2, 1]),
            ("?status=4&status=1&sort=name", [1, 4, 2]), ("?status=3", []),
        ] {
            for limit in [1, 2, 3, 100] {
                let ids = try await shelf.ids("shelf/\(query)", as: ada, limit: limit)
                #expect(ids == expected.map { games[$0] }, "\(query) by \(limit)")
            }
        }
        #expect(try await shelf.ids("shelf/", as: bob).isEmpty)
    }

    @Test func `a page follows the last game of the one before, though that is gone`() async throws {
        let games = try fill()
        for (sort, expected) in [("added_at", [2, 1, 0]), ("name", [4, 0, 2])] {
            let page = try await shelf.call("GET", "shelf/?sort=\(sort)&limit=2", as: ada)
            let cursor = try #require(page["next_cursor"]?.text)
            let last = try #require(page.items.last?["game_id"]?.integer)
            try shelf.owner.execute(
                """
                begin; create temporary table gone as select * from shelf_games where game_id = \(last);
                delete from shelf_games where game_id = \(last); commit
                """
            )
            let next = try await shelf.call("GET", "shelf/?sort=\(sort)&cursor=\(cursor)", as: ada)
            #expect(next.items.compactMap { $0["game_id"]?.integer } == expected.map { games[$0] }, "\(sort)")
            if sort == "added_at" {
                try shelf.owner.execute("delete from shelf_games")
                _ = try refill(games)
            }
        }
    }

    /// The same shelf again.
    private func refill(_ games: [Int64]) throws -> Bool {
        let days = [5, 4, 3, 2, 2]
        for (game, day) in zip(games, days) {
            try shelf.owner.execute(
                """
                insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, added_at, updated_at)
                select tenant_id, id, \(game), false, 0, date '2026-05-20' - \(day), date '2026-05-20' from accounts
                 where id = \(ada.id)
                """
            )
        }
        return true
    }

    @Test func `a cursor is good for its filters and its caller`() async throws {
        _ = try fill()
        let page = try await shelf.call("GET", "shelf/?limit=2", as: ada)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await shelf.call("GET", "shelf/?cursor=\(cursor)&sort=added_at", as: ada).status == 200)
        for path in [
            "shelf/?cursor=\(cursor)&status=1", "shelf/?cursor=\(cursor)&sort=name",
            "wishlist/?cursor=\(cursor)",
            "profiles/\(ada.id)/shelf/?cursor=\(cursor)",
        ] {
            let answer = try await shelf.call("GET", path, as: ada)
            #expect(answer.status == 400 && answer["parameter"]?.text == "cursor", "\(path): \(answer)")
        }
        #expect(try await shelf.call("GET", "shelf/?cursor=\(cursor)", as: bob).status == 400)
        let shown = try await shelf.call("GET", "profiles/\(ada.id)/shelf/?limit=2", as: bob)
        let theirs = try #require(shown["next_cursor"]?.text)
        #expect(
            try await shelf.call("GET", "profiles/\(ada.id)/shelf?cursor=\(theirs)", as: bob).status == 200
        )
        #expect(
            try await shelf.call("GET", "profiles/\(bob.id)/shelf/?cursor=\(theirs)", as: bob).status == 400
        )
        for path in [
            "shelf/?sort=rating", "shelf/?status=5", "shelf/?status=", "shelf/?limit=0", "shelf/?q=a",
            "wishlist/?status=1", "shelf/stats/?a=1",
        ] {
            #expect(try await shelf.call("GET", path, as: ada).code == "bad_query", "\(path)")
        }
    }

    @Test func `five thousand games page through, none of them twice`() async throws {
        let game = try shelf.game("Doom")
        try shelf.owner.execute(
            """
            insert into games (source, source_id, name, updated_at)
            select 'many', n, 'Game ' || n, now() from generate_series(1, 5000) n;
            insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, added_at, updated_at)
            select a.tenant_id, a.id, g.id, false, 1, now() - g.id * interval '1 second', now()
              from accounts a, games g where g.id <> \(game);
            analyze shelf_games; analyze games
            """
        )
        let ids = try await shelf.ids("shelf/?sort=name", as: ada, limit: 100)
        #expect(ids.count == 5000 && Set(ids).count == 5000)
        #expect(try await shelf.ids("shelf/", as: ada, limit: 100).count == 5000)
    }

    // MARK: Other people's

    @Test func `a shelf is public unless its owner hides it, who always sees it`() async throws {
        let games = try fill()
        let path = "profiles/\(ada.id)/shelf/"
        let own = try await shelf.call("GET", "shelf/?sort=name&status=1", as: ada)
        let seen = try await shelf.call("GET", "\(path)?sort=name&status=1", as: bob)
        #expect(seen.status == 200 && seen.items == own.items && seen.items.count == 2, "\(seen)")
        #expect(try await shelf.ids(path, as: bob) == [4, 3, 2, 1, 0].map { games[$0] })
        #expect(try await shelf.ids("profiles/\(bob.id)/shelf/", as: ada).isEmpty)
        _ = try await shelf.call("PATCH", "settings/", as: ada, ["shelf_public": false])
        for query in ["", "?status=3", "?sort=name"] {
            let hidden = try await shelf.call("GET", path + query, as: bob)
            #expect(hidden.status == 403 && hidden.code == "shelf_private", "\(hidden)")
        }
        #expect(try await shelf.ids(path, as: ada).count == 5)
        #expect(try await shelf.call("GET", "\(path)?sort=x", as: bob).status == 400)
        _ = try await shelf.call("PATCH", "settings/", as: ada, ["shelf_public": true])
        #expect(try await shelf.call("GET", path, as: bob).status == 200)
    }

    @Test func `whoever is blocked sees no shelf, as no profile`() async throws {
        _ = try fill()
        let path = "profiles/\(ada.id)/shelf/"
        _ = try await shelf.call("PATCH", "settings/", as: ada, ["shelf_public": false])
        #expect(try await shelf.call("POST", "blocks/\(bob.id)/", as: ada).status == 201)
        #expect(try await shelf.call("GET", "profiles/\(ada.id)/", as: bob).status == 404)
        #expect(try await shelf.call("GET", path, as: bob).status == 404)
        let own = try await shelf.call("GET", "profiles/\(bob.id)/", as: ada).status
        #expect(try await shelf.call("GET", "profiles/\(bob.id)/shelf/", as: ada).status == own)
        #expect(try await shelf.call("GET", "profiles/999999/shelf/", as: bob).status == 404)
    }

    @Test func `another tenant has neither the shelf nor the person, but the same games`() async throws {
        let games = try fill()
        _ = try await shelf.world.addTenant("other", modules: [.shelf])
        _ = try await shelf.world.addTenant("off", modules: [])
        let eve = try await shelf.world.person("eve", tenant: "other")
        func send(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> Answer {
            try await shelf.world.send(method, path, token: eve.token, body, tenant: "other")
        }
        let before = try shelf.dump()
        #expect(try await send("GET", "profiles/\(ada.id)/shelf/").status == 404)
        #expect(try await send("GET", "shelf/").items.isEmpty)
        #expect(try await send("GET", "shelf/\(games[0])/").status == 404)
        #expect(try await send("PATCH", "shelf/\(games[0])/", ["status": 4]).status == 404)
        #expect(try await send("DELETE", "shelf/\(games[0])/").status == 404)
        #expect(try await send("GET", "shelf/stats/")["games"]?.integer == 0)
        #expect(try shelf.dump() == before)
        #expect(try await send("POST", "shelf/", ["game_id": .integer(games[0])]).status == 201)
        #expect(try await shelf.ids("shelf/", as: ada).count == 5)
        for path in ["shelf/", "shelf/stats/", "wishlist/", "profiles/\(ada.id)/shelf/"] {
            #expect(try await shelf.world.send("GET", path, tenant: "off").status == 404, "\(path)")
            #expect(try await shelf.world.send("GET", path).status == 401, "\(path)")
            #expect(try await shelf.world.send("GET", path, token: eve.token).status == 401, "\(path)")
        }
    }

    // MARK: Numbers

    @Test func `the numbers of an empty shelf`() async throws {
        let stats = try await shelf.call("GET", "shelf/stats/", as: ada)
        #expect(
            stats.text
                == #"{"games":0,"hours":0,"mean_rating":null,"by_status":[{"status":0,"games":0,"hours":0},{"status":1,"games":0,"hours":0},{"status":2,"games":0,"hours":0},{"status":3,"games":0,"hours":0},{"status":4,"games":0,"hours":0}],"by_genre":[],"by_month":[]}"#
        )
        #expect(stats.headers["ETag"] != nil)
    }

    @Test func `the shelf of a suspended person is not found, until the person is back`() async throws {
        let games = try fill()
        let path = "shelves/\(ada.id)/"
        let friendly = try await shelf.call("GET", path, as: bob)
        #expect(friendly.items.count == games.count)
        try shelf.owner.execute(
            """
            insert into friendships (tenant_id, account_a, account_b, asked_by, accepted_at)
            select tenant_id, least(\(ada.id), \(bob.id)), greatest(\(ada.id), \(bob.id)), id, now()
              from accounts where id = \(ada.id);
            update accounts set status = 'suspended' where id = \(ada.id)
            """
        )
        let gone = try await shelf.call("GET", path, as: bob)
        #expect(gone.status == 404 && gone.code == "not_found", "\(gone)")
        try shelf.owner.execute("update accounts set status = 'active'")
        #expect(try await shelf.call("GET", path, as: bob).items.count == games.count)
        #expect(try await shelf.call("GET", path, as: ada).status == 200)
    }

    @Test func `games and hours count by status, genre and month`() async throws {
        let games = [
            try shelf.game("A", genres: ["RPG", "Puzzle"]), try shelf.game("B", genres: ["RPG"]),
            try shelf.game("C", genres: ["Arcade"]), try shelf.game("D"),
        ]
        try await shelf.add(games[0], as: ada, ["user_rating": 90, "user_hours": 10, "status": 2])
        try await shelf.add(games[1], as: ada, ["user_rating": 85, "finished_on": "2026-05-31", "status": 2])
        try await shelf.add(games[2], as: ada, ["user_rating": 85, "finished_on": "2025-11-01"])
        _ = try await shelf.call("PATCH", "shelf/\(games[0])/", as: ada, ["finished_on": "2026-05-01"])
        try await shelf.add(games[3], as: ada, ["user_hours": 2])
        try shelf.owner.execute("update shelf_games set hour_tenths = 25 where game_id = \(games[1])")
        // What others have, and what is only wished for, does not count.
        try await shelf.add(games[0], as: bob, ["user_hours": 500, "user_rating": 1])
        _ = try await shelf.call("PUT", "wishlist/\(try shelf.game("E", genres: ["RPG"]))/", as: ada)
        let stats = try await shelf.call("GET", "shelf/stats/", as: ada)
        #expect(
            stats.text
                == #"{"games":4,"hours":14.5,"mean_rating":86.67,"by_status":[{"status":0,"games":2,"hours":2},{"status":1,"games":0,"hours":0},{"status":2,"games":2,"hours":12.5},{"status":3,"games":0,"hours":0},{"status":4,"games":0,"hours":0}],"by_genre":[{"genre":"RPG","games":2,"hours":12.5},{"genre":"Arcade","games":1,"hours":0},{"genre":"Puzzle","games":1,"hours":10}],"by_month":[{"month":"2025-11","finished":1,"hours":0},{"month":"2026-05","finished":2,"hours":12.5}]}"#
        )
    }
}
