import Database
import ParlayAPI
import TestDatabases
import Testing

@testable import Shelf

/// What a search finds, and in which order.
@Suite(.database) struct GameSearchTests {
    private func game(
        _ name: String,
        votes: Int64 = 0,
        rating: Double? = nil,
        released: String? = nil,
        genres: [String] = [],
        platforms: [String] = []
    ) throws -> SourceGame {
        var object = JSONObject()
        object.add("id", .integer(1))
        object.add("name", .string(name))
        object.add("rating_count", .integer(votes))
        object.add("genres", .array(genres.map { .string($0) }))
        object.add("platforms", .array(platforms.map { .string($0) }))
        var game = try SourceGame(.object(object))
        game.rating = rating
        game.releaseDate = try released.map { try #require(CivilDate($0)) }
        return game
    }

    /// Ids rise with the position in the list.
    private func write(_ games: [SourceGame]) throws {
        var games = games
        for index in games.indices { games[index].identity = .igdb(Int64(index + 1)) }
        let worker = try TestDatabase.current.connect(as: .worker)
        let now = Timestamp(milliseconds: 1_779_300_000_000)
        #expect(try worker.query(CatalogStore.write(games, at: now)).one.created == Int64(games.count))
    }

    /// The names of a list as the front reads it, through all of its pages.
    private func names(_ query: GameQuery) throws -> [String] {
        let front = try TestDatabase.current.connect(as: .front)
        var query = query
        var names: [String] = []
        while true {
            let hits = try front.query(GameSearchStore.page(query)).all
            for hit in hits {
                let rows = try front.query("select name from games where id = $1", .integer(hit.id))
                names += try rows.map { try $0.text(0) }
            }
            guard let last = hits.last else { return names }
            query.after = last.cursor
        }
    }

    private func names(_ q: String?, sort: GameSort? = nil) throws -> [String] {
        try names(GameQuery(q: q, sort: sort, limit: 2))
    }

    @Test func `the closest names come first`() throws {
        try write([
            game("Portal 2", votes: 9000), game("Portal", votes: 10), game("Immortal Portals", votes: 500),
            game("Bridge Constructor Portal", votes: 100), game("Portal: Still Alive", votes: 20),
            game("A Portal Story", votes: 300), game("Pörtäls", votes: 7000),
            game("Tetris", votes: 1_000_000),
        ])
        #expect(
            try names("PORTAL™!") == [
                "Portal", "Portal 2", "Pörtäls", "Portal: Still Alive", "A Portal Story",
                "Bridge Constructor Portal", "Immortal Portals",
            ]
        )
    }

    @Test func `all words in any order come before similar names`() throws {
        try write([
            game("Wild Hunt of the Witcher"), game("The Witcher 3: Wild Hunt", votes: 5),
            game("The Witcher: Wild", votes: 99),
        ])
        #expect(
            try names("hunt witcher") == [
                "The Witcher 3: Wild Hunt", "Wild Hunt of the Witcher", "The Witcher: Wild",
            ]
        )
        #expect(try names("withcer 3").first == "The Witcher 3: Wild Hunt")
    }

    @Test(arguments: ["!!!", "™", "\u{301}", " - "])
    func `a text without letters and digits finds nothing`(q: String) throws {
        try write([game("!!!"), game("Portal"), game("™™")])
        #expect(try names(q) == [])
    }

    @Test func `a sort orders the same games`() throws {
        try write([
            game("Portal", votes: 1, rating: 70),
            game("Portal 2", votes: 9, rating: nil, released: "2011-04-19"),
            game("Portals", votes: 5, rating: 90, released: "2001-01-01"), game("Tetris", rating: 99),
            game("Another Portal", rating: 70, released: "2020-02-29"),
        ])
        #expect(try names("portal") == ["Portal", "Portal 2", "Portals", "Another Portal"])
        #expect(try names("portal", sort: .rating) == ["Portals", "Portal", "Another Portal", "Portal 2"])
        #expect(
            try names("portal", sort: .releaseDate) == ["Another Portal", "Portal 2", "Portals", "Portal"]
        )
        #expect(try names("portal", sort: .name) == ["Another Portal", "Portal", "Portal 2", "Portals"])
    }

    @Test func `the list without a text begins with games of twenty votes`() throws {
        try write([
            game("A", votes: 19, rating: 99), game("B", votes: 20, rating: 50),
            game("C", votes: 21, rating: 60),
            game("D", votes: 500), game("E", votes: 3), game("F", votes: 20, rating: 50),
        ])
        #expect(try names(nil) == ["C", "B", "F", "D", "A", "E"])
        #expect(try names(nil, sort: .rating) == ["A", "C", "B", "F", "D", "E"])
        #expect(try names(nil, sort: .name) == ["A", "B", "C", "D", "E", "F"])
    }

    @Test func `filters name a genre and a platform exactly, in any case`() throws {
        try write([
            game("Portal", votes: 3, released: "2007-10-10", genres: ["Puzzle"], platforms: ["Linux"]),
            game(
                "Portal 2",
                votes: 2,
                released: "2011-04-19",
                genres: ["Puzzle", "Shooter"],
                platforms: ["Mac"]
            ),
            game("Portal 3", votes: 1, genres: ["Shooter"], platforms: ["Linux"]),
        ])
        func filtered(
            _ q: String?,
            genre: String? = nil,
            platform: String? = nil,
            from date: String? = nil
        ) throws -> [String] {
            let from = try date.map { try #require(CivilDate($0)) }
            return try names(
                GameQuery(q: q, sort: .name, genre: genre, platform: platform, releasedFrom: from, limit: 1)
            )
        }
        for q in ["portal", nil] {
            #expect(try filtered(q, genre: "PUZZLE") == ["Portal", "Portal 2"])
            #expect(try filtered(q, platform: "linux") == ["Portal", "Portal 3"])
            #expect(try filtered(q, genre: "shooter", platform: "LINUX") == ["Portal 3"])
            #expect(try filtered(q, genre: "Puzz") == [])
            #expect(try filtered(q, platform: "Linux ") == [])
            #expect(try filtered(q, from: "2007-10-10") == ["Portal", "Portal 2"])
            #expect(try filtered(q, from: "2007-10-11") == ["Portal 2"])
            #expect(try filtered(q, genre: "puzzle", platform: "mac", from: "2011-04-19") == ["Portal 2"])
        }
    }
}
