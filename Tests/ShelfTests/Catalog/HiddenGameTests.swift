import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// Games that the operator hides, and games for adults.
@Suite(.database) struct HiddenGameTests {
    private let shelf: ShelfWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson

    init() async throws {
        shelf = try await ShelfWorld()
        ada = try await shelf.person("Ada")
        ben = try await shelf.person("Ben")
    }

    private func hide(_ game: Int64, _ isHidden: Bool = true) throws {
        _ = try shelf.owner.query("update games set is_hidden = \(isHidden) where id = \(game)")
        _ = try shelf.owner.query("select refresh_catalog()")
    }

    private func names(_ path: String, as person: SignedInPerson) async throws -> [String] {
        let answer = try await shelf.call("GET", path, as: person)
        #expect(answer.status == 200, "\(answer)")
        return answer.items.compactMap { ($0["game"] ?? $0)["name"]?.text }
    }

    @Test func `a hidden game leaves lists and searches, and stays on the shelves of those who have it`()
        async throws
    {
        let secret = try shelf.game("Secret Garden", released: "2020-01-01", igdb: 7, genres: ["Puzzle"])
        let other = try shelf.game("Other Garden", released: "2020-01-01", genres: ["Puzzle"])
        try await shelf.add(secret, as: ada)
        try hide(secret)
        for query in [
            "", "?q=secret+garden", "?q=garden", "?q=sceret", "?genre=puzzle", "?sort=name",
            "?released_from=2019-01-01",
        ] {
            #expect(!(try await names("games/\(query)", as: ada).contains("Secret Garden")), "\(query)")
        }
        #expect(try await names("games/?q=garden", as: ben) == ["Other Garden"])

        #expect(try await names("shelf/", as: ada) == ["Secret Garden"])
        for path in ["shelf/\(secret)/", "games/\(secret)/"] {
            #expect(try await shelf.call("GET", path, as: ada).status == 200, "\(path)")
            #expect(try await shelf.call("GET", path, as: ben).status == 404, "\(path)")
        }
        #expect(try await shelf.call("PATCH", "shelf/\(secret)/", as: ada, ["status": 2]).status == 200)
        #expect(try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(secret)]).status == 409)
        #expect(try await names("profiles/\(ada.id)/shelf/", as: ben) == [])
        #expect(try await names("profiles/\(ada.id)/shelf/", as: ada) == ["Secret Garden"])

        #expect(try await shelf.call("POST", "shelf/", as: ben, ["game_id": .integer(secret)]).status == 422)
        #expect(try await shelf.call("PUT", "wishlist/\(secret)/", as: ben).status == 404)
        #expect(try await shelf.call("POST", "shelf/", as: ben, ["game_id": .integer(other)]).status == 201)

        try hide(secret, false)
        #expect(try await names("games/?q=secret", as: ben) == ["Secret Garden"])
        #expect(try await shelf.call("GET", "games/\(secret)/", as: ben).status == 200)
    }

    @Test func `a wish for a game that was hidden can still come onto the shelf`() async throws {
        let game = try shelf.game("Secret")
        #expect(try await shelf.call("PUT", "wishlist/\(game)/", as: ada).status == 204)
        try hide(game)
        #expect(try await names("wishlist/", as: ada) == ["Secret"])
        #expect(try await shelf.call("PUT", "wishlist/\(game)/", as: ada).status == 204)
        #expect(try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(game)]).status == 201)
    }

    @Test func `a file brings a hidden game back only to those who have it`() async throws {
        let game = try shelf.game("Secret", released: "2020-01-01", igdb: 7)
        try await shelf.add(game, as: ada)
        try hide(game)
        let file = """
            igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on
            7,Secret,2020,1,,,,,
            ,Secret,2020,1,,,,,

            """
        for (person, result) in [(ada, ["updated", "unchanged"]), (ben, ["unknown", "unknown"])] {
            let answer = try await shelf.world.send(
                "POST",
                "shelf/import/",
                token: person.token,
                raw: file,
                headers: ["Content-Type": "text/csv"]
            )
            #expect(answer.items.compactMap { $0["result"]?.text } == result, "\(answer)")
        }
    }

    @Test func `an import hides games for adults, and the operator decides`() async throws {
        let file = """
            [{"id":1,"name":"Nude Beach","source":"steam"},{"id":2,"name":"Nudelman","source":"steam"},
             {"id":3,"name":"Plain","themes":[{"id":42,"name":"Erotic"}]},{"id":4,"name":"By id","themes":[42]},
             {"id":5,"name":"Nude by name alone","themes":[{"id":1,"name":"Action"}]},{"id":6,"name":"By name","themes":["EROTIC"]},
             {"id":7,"name":"Strip: Poker","source":"steam"},{"id":8,"name":"Strip the Poker","source":"steam"}]
            """
        let adult = AdultTitles(list: "# words\nnude\nstrip poker # two words\n\n")
        let games = try CatalogFile.read(Array(file.utf8))
        let worker = try await shelf.world.database.worker(.init(readers: 1, writers: 1, transactions: 1))
        func run(_ adult: AdultTitles?, isDry: Bool = false) async throws -> CatalogCounts {
            try await shelf.world.database.onLoop {
                try await CatalogImport.run(games, in: worker, at: .now, isDry: isDry, hiding: adult)
            }
        }
        func hidden() throws -> [String] {
            try shelf.owner.query("select name from games where is_hidden order by name").map {
                try $0.text(0)
            }
        }
        #expect(try await run(adult, isDry: true).hidden == 5)
        #expect(try await run(nil).hidden == 0)
        #expect(try hidden() == [])
        #expect(try await run(adult).hidden == 5)
        #expect(try hidden() == ["By id", "By name", "Nude Beach", "Plain", "Strip: Poker"])
        #expect(try await run(adult) == CatalogCounts(unchanged: 8))
        _ = try shelf.owner.query("update games set is_hidden = false where name = 'Plain'")
        #expect(try await run(adult).hidden == 0)
        #expect(try hidden() == ["By id", "By name", "Nude Beach", "Strip: Poker"])
    }
}
