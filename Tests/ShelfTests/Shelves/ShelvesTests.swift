import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// The list of people who show their shelves.
@Suite(.database) struct ShelvesTests {
    private let shelf: ShelfWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let games: [Int64]

    init() async throws {
        shelf = try await ShelfWorld()
        ada = try await shelf.person("Ada")
        ben = try await shelf.person("Ben")
        games = try ["One", "Two", "Three"].map { [shelf] in try shelf.game($0) }
    }

    /// `Ben 2`, the one that was updated last first.
    private func shelves(_ query: String = "", as caller: SignedInPerson) async throws -> [String] {
        let answer = try await shelf.call("GET", "shelves/\(query)", as: caller)
        #expect(answer.status == 200, "\(answer)")
        return answer.items.map { "\($0["person"]?["username"]?.text ?? "") \($0["games"]?.integer ?? 0)" }
    }

    @Test func `shelves with games, the one that was updated last first`() async throws {
        let cleo = try await shelf.person("Cleo")
        #expect(try await shelves(as: cleo) == [])
        try await shelf.add(games[0], as: ada)
        try await shelf.add(games[0], as: ben)
        try await shelf.add(games[1], as: ben)
        #expect(try await shelf.call("PUT", "wishlist/\(games[1])/", as: cleo).status == 204)
        #expect(try await shelves(as: cleo) == ["Ben 2", "Ada 1"], "a wish is not on the shelf")

        let changed = try await shelf.call("PATCH", "shelf/\(games[0])/", as: ada, ["user_rating": 90])
        let first = try await shelf.call("GET", "shelves/", as: cleo).items[0]
        #expect(first["person"]?["username"] == "Ada" && first["updated_at"] == changed["updated_at"])
        guard case .object(let item) = first else { return }
        #expect(item.keys == ["person", "games", "updated_at"])

        try await shelf.add(games[1], as: cleo)
        #expect(try await shelves(as: cleo) == ["Cleo 1", "Ada 1", "Ben 2"], "a wish that came true")
        #expect(try await shelf.call("DELETE", "shelf/\(games[1])/", as: ben).status == 204)
        #expect(try await shelf.call("DELETE", "shelf/\(games[0])/", as: ada).status == 204)
        #expect(try await shelves(as: cleo) == ["Cleo 1", "Ben 1"])
        try expectCounts()
    }

    /// Compares the counts with the games themselves.
    private func expectCounts() throws {
        let wrong = try shelf.owner.query(
            """
            select s.account_id
              from shelves s
              left join (
                   select account_id, count(*) as games, max(updated_at) as updated_at
                     from shelf_games where not is_wish group by account_id
                   ) g on g.account_id = s.account_id
             -- Taking a game off does not turn the time back.
             where s.games is distinct from g.games or s.updated_at < g.updated_at
            """
        )
        let missing = try shelf.owner.query(
            "select from shelf_games g where not is_wish and not exists (select from shelves s where s.account_id = g.account_id)"
        )
        #expect(wrong.isEmpty && missing.isEmpty)
    }

    @Test func `calls at the same time and whole files are counted`() async throws {
        let (shelf, games, ada) = (shelf, games, ada)
        _ = try await shelf.world.sendTogether(6) { number in
            let game = games[number % 3]
            return try await number < 3
                ? shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(game)])
                : shelf.call("PUT", "wishlist/\(game)/", as: ada)
        }
        try expectCounts()
        let file =
            "igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on\n"
            + ",One,,2,,,,,\n,Two,,1,50,,,,\n,Three,,0,,,,,\n"
        for _ in 0..<2 {
            let report = try await shelf.world.send(
                "POST",
                "shelf/import/",
                token: ben.token,
                raw: file,
                headers: ["Content-Type": "text/csv"]
            )
            #expect(report.status == 200, "\(report)")
        }
        #expect(try await shelves(as: ada).contains("Ben 3"))
        try expectCounts()
    }

    @Test func `private shelves, and those of suspended, deleted and blocked people, are not listed`()
        async throws
    {
        let people = try await [
            shelf.person("Per1"), shelf.person("Per2"), shelf.person("Per3"), shelf.person("Per4"),
        ]
        for person in people + [ben] { try await shelf.add(games[0], as: person) }
        #expect(try await shelves(as: ada).count == 5)
        _ = try await shelf.call("PATCH", "settings/", as: people[0], ["shelf_public": false])
        try shelf.owner.execute("update accounts set status = 'suspended' where id = \(people[1].id)")
        _ = try await shelf.call("POST", "blocks/\(people[2].id)/", as: ada)
        _ = try await shelf.call("POST", "blocks/\(ada.id)/", as: people[3])
        #expect(try await shelves(as: ada) == ["Ben 1"])
        _ = try await shelf.call("DELETE", "profiles/me/", as: ben, ["password": .string(World.password)])
        #expect(try await shelves(as: ada) == [])
        let left = try shelf.owner.query("select count(*) from shelves where account_id = \(ben.id)")
        #expect(try left[0].integer(0) == 0)
        _ = try await shelf.call("PATCH", "settings/", as: people[0], ["shelf_public": true])
        #expect(try await shelves(as: ada) == ["Per1 1"])
        _ = try await shelf.world.addTenant("far", modules: [.shelf])
        let far = try await shelf.world.person("Far", tenant: "far")
        #expect(try await shelf.world.send("GET", "shelves/", token: far.token, tenant: "far").items.isEmpty)
    }

    @Test func `friends narrows the list`() async throws {
        for person in [ada, ben] { try await shelf.add(games[0], as: person) }
        #expect(try await shelves("?friends=true", as: ada) == [])
        _ = try await shelf.call("POST", "friends/", as: ada, ["username": "ben"])
        #expect(try await shelves("?friends=true", as: ada) == [], "only asked")
        _ = try await shelf.call("PUT", "friends/\(ada.id)/", as: ben)
        #expect(try await shelves("?friends=true", as: ada) == ["Ben 1"])
        #expect(try await shelves("?friends=true", as: ben) == ["Ada 1"])
        #expect(try await shelves("?friends=false", as: ada).count == 2)
        #expect(try await shelf.call("GET", "shelves/?friends=1", as: ada).code == "bad_query")
    }

    @Test func `pages go on where the last one ended`() async throws {
        for number in 0..<5 {
            let person = try await shelf.person("per\(number)")
            try await shelf.add(games[0], as: person)
        }
        // Two that were updated at the same moment.
        try shelf.owner.execute("update shelves set updated_at = date_trunc('second', updated_at)")
        let all = try await shelves(as: ada)
        var (seen, cursor): ([String], String?) = ([], nil)
        repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await shelf.call("GET", "shelves/?limit=2\(more)", as: ada)
            seen += page.items.map { "\($0["person"]?["username"]?.text ?? "") 1" }
            cursor = page["next_cursor"]?.text
        } while cursor != nil
        #expect(seen == all && seen.count == 5)
        let bound = try await shelf.call("GET", "shelves/?limit=2", as: ada)["next_cursor"]?.text ?? ""
        #expect(
            try await shelf.call("GET", "shelves/?friends=true&cursor=\(bound)", as: ada).code == "bad_query"
        )
    }

    @Test func `a shelf by its owner's id is that of the profile`() async throws {
        try await shelf.add(games[0], as: ben)
        let path = try await shelf.call("GET", "profiles/\(ben.id)/shelf/", as: ada)
        #expect(try await shelf.call("GET", "shelves/\(ben.id)/", as: ada).text == path.text)
        _ = try await shelf.call("PATCH", "settings/", as: ben, ["shelf_public": false])
        #expect(try await shelf.call("GET", "shelves/\(ben.id)/", as: ada).code == "shelf_private")
        #expect(try await shelf.call("GET", "shelves/999999/", as: ada).status == 404)
    }
}
