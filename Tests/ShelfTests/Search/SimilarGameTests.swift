import Database
import ParlayAPI
import TestDatabases
import Testing

@testable import Shelf

/// Which games are similar to what was typed, and in which order.
@Suite(.database) struct SimilarGameTests {
    private static let now = Timestamp(milliseconds: 1_779_300_000_000)

    private func game(_ id: Int, _ name: String, votes: Int64 = 0) throws -> SourceGame {
        var object = JSONObject()
        object.add("id", .integer(Int64(id)))
        object.add("name", .string(name))
        object.add("rating_count", .integer(votes))
        return try SourceGame(.object(object))
    }

    /// Ids at IGDB rise with the position in the list, from 1.
    @discardableResult
    private func write(_ games: [(name: String, votes: Int64)]) throws -> BlockingConnection {
        let worker = try TestDatabase.current.connect(as: .worker)
        let games = try games.enumerated().map {
            try game($0.offset + 1, $0.element.name, votes: $0.element.votes)
        }
        _ = try worker.query(CatalogStore.write(games, at: Self.now)).one
        return worker
    }

    @discardableResult
    private func write(_ names: [String]) throws -> BlockingConnection {
        try write(names.map { ($0, 0) })
    }

    private func names(_ q: String, sort: GameSort? = nil) throws -> [String] {
        let front = try TestDatabase.current.connect(as: .front)
        let hits = try front.query(GameSearchStore.page(GameQuery(q: q, sort: sort, limit: 100))).all
        return try hits.flatMap { hit in
            try front.query("select name from games where id = $1", .integer(hit.id)).map { try $0.text(0) }
        }
    }

    private static let titles = [
        "Pokémon Emerald", "Skies of Arcadia", "Chrono Cross", "Rogue Galaxy", "Street Fighter II",
        "Mega Man X",
        "Half-Life", "StarCraft", "Super Mario Galaxy 2", "Super Mario World", "Loom", "The Last Guardian",
    ]

    @Test(arguments: [
        // A letter wrong, missing, too much, and two swapped.
        ("chrono cruss", "Chrono Cross"), ("chrno cross", "Chrono Cross"), ("chrono crosss", "Chrono Cross"),
        ("chrnoo cross", "Chrono Cross"), ("lom", "Loom"), ("lo om", "Loom"),
        // Two errors, in one word and in two.
        ("skise of arcadai", "Skies of Arcadia"), ("skies of racdia", "Skies of Arcadia"),
        // A word is missing, too much or elsewhere; accents; a beginning.
        ("the gaurdian", "The Last Guardian"), ("rogue big galaxy", "Rogue Galaxy"),
        ("arcadia skeis", "Skies of Arcadia"), ("pokemon emreald", "Pokémon Emerald"),
        ("rouge gal", "Rogue Galaxy"), ("mari galaxy", "Super Mario Galaxy 2"),
        // Numbers in other letters.
        ("street fighter 2", "Street Fighter II"), ("super mario galaxy ii", "Super Mario Galaxy 2"),
        ("stret fighter 2", "Street Fighter II"),
        // Two words in one, and one in two.
        ("halflife", "Half-Life"), ("star craft", "StarCraft"), ("megaman x", "Mega Man X"),
        ("craft", "StarCraft"),
        ("chron ocross", "Chrono Cross"), ("rogueg alaxy", "Rogue Galaxy"),
    ])
    func `a misspelt title is found first`(typed: String, title: String) throws {
        try write(Self.titles)
        #expect(try names(typed).first == title)
    }

    @Test(arguments: ["xylophone", "cross xylophone marimba", "zz", "man"])
    func `names of other words are not similar`(typed: String) throws {
        try write(["Chrono Cross", "Mega Mane"])
        #expect(try names(typed) == (typed == "man" ? ["Mega Mane"] : []))
    }

    @Test func `the closest name comes first, and more votes among equally close ones`() throws {
        try write([
            ("Dead Cells", 5), ("Dead Cells: The Music", 9000), ("Dead Gels", 50), ("Dead Cells II", 700),
            ("Daed Cells", 80), ("Dead Space", 100_000), ("Cells", 1),
        ])
        #expect(
            try names("dead cels") == [
                "Dead Gels", "Dead Cells", "Dead Cells II", "Dead Cells: The Music", "Daed Cells",
            ]
        )
        #expect(try names("dead cels", sort: .name).count == 5)
    }

    @Test func `the same number comes before longer names, and letters are not taken for numbers`() throws {
        try write([("Mega Man 10", 9000), ("Mega Man X", 1), ("Mega Man X 2", 500), ("Mega Man IX", 3)])
        #expect(try names("mega man x").prefix(2) == ["Mega Man X", "Mega Man X 2"])
        #expect(try names("mega man 10").prefix(2) == ["Mega Man 10", "Mega Man X"])
        #expect(try names("mega man 9").first == "Mega Man IX")
    }

    @Test func `names that were changed, deleted or hidden are not found`() throws {
        let worker = try write(["Celeste", "Undertale", "Subnautica", "Limbo"])
        #expect(try names("celste") == ["Celeste"])
        _ = try worker.query(CatalogStore.write([game(1, "Braid")], at: Self.now)).one
        #expect(try names("celste") == [])
        #expect(try names("briad") == ["Braid"])
        _ = try worker.query("delete from games where name = 'Undertale'")
        #expect(try names("undertael") == [])
        _ = try worker.query("update games set is_hidden = true where name = 'Subnautica'")
        #expect(try names("subnatica") == [])
        _ = try worker.query("update games set rating_count = 5000 where name = 'Limbo'")
        #expect(try names("limbbo") == ["Limbo"])
    }

    /// Counts are those of the names, however these came to be.
    @Test func `the words are those of the names`() throws {
        let worker = try write(["The Last of the Last", "Half-Life", "Half Moon", "!!!"])
        func check() throws {
            let wrong = try worker.query(
                """
                select word
                  from (select d.word, count(*) as games
                          from games g
                         cross join lateral (select distinct word from unnest(string_to_array(g.key, ' ')) as word) d
                         group by d.word) n
                  full join game_words w using (word)
                 where coalesce(w.games, 0) <> coalesce(n.games, 0)
                """
            )
            #expect(try wrong.map { try $0.text(0) } == [])
        }
        try check()
        _ = try worker.query(
            CatalogStore.write([game(2, "Half-Life 2"), game(9, "Last Half Half")], at: Self.now)
        ).one
        try check()
        _ = try worker.query("update games set name = 'Full ' || name where name like 'Half%'")
        try check()
        _ = try worker.query("delete from games where igdb_id in (1, 3)")
        try check()
    }

    @Test func `a featured game that is similar comes first`() throws {
        try write([("Celeste", 9000), ("Celestes", 5)])
        let front = try TestDatabase.current.connect(as: .front)
        let rows = try front.query(
            """
            select g.name
              from find_games(
                       'celste', null, null, row(null, null, null, 26),
                       array(select id from games where name in ('Celestes'))
                   ) h
              join games g on g.id = h.game_id
             order by h.place
            """
        )
        #expect(try rows.map { try $0.text(0) } == ["Celestes", "Celeste"])
    }

    /// The letters of the longer word that the other does not have in this order.
    private static func distance(_ word: String, _ other: String) -> Int {
        let (word, other) = (Array(word), Array(other))
        var lengths = Array(repeating: Array(repeating: 0, count: other.count + 1), count: word.count + 1)
        for (i, letter) in word.enumerated() {
            for (j, second) in other.enumerated() {
                lengths[i + 1][j + 1] =
                    letter == second ? lengths[i][j] + 1 : max(lengths[i][j + 1], lengths[i + 1][j])
            }
        }
        return max(word.count, other.count) - lengths[word.count][other.count]
    }

    @Test(arguments: [
        "portal", "prtal", "teh", "wold", "world", "xcom", "mario", "東方地", "ab", "port", "ario",
    ])
    func `spellings are those within the errors that a word of this length may have`(typed: String) throws {
        let words = [
            "portal", "portals", "port", "postal", "patrol", "mortal", "the", "then", "he", "tea", "ten",
            "world", "word",
            "wold", "old", "cold", "would", "mario", "maria", "marie", "marios", "amrio", "moira", "xcom",
            "com", "東方",
            "東方地霊", "abc", "ba",
        ]
        try write(words)
        let front = try TestDatabase.current.connect(as: .front)
        let rows = try front.query(
            // Not the last word, so that it is no beginning.
            "select word, cost from game_spellings(array[$1, '-']) where place = 1 and second is null",
            .text(typed)
        )
        let found = try Dictionary(rows.map { (try $0.text(0), try $0.integer(1)) }, uniquingKeysWith: min)
        let isKnown = words.contains(typed)
        let errors = typed.count < 3 || typed.count == 3 && isKnown ? 0 : typed.count < 5 || isKnown ? 1 : 2
        for word in words where word != typed {
            let distance = Self.distance(typed, word)
            let isPart = typed.count >= 4 && word.contains(typed)
            let cost: Int64? = isPart ? 4 : distance <= errors ? Int64(4 * distance) : nil
            #expect(found[word] == cost, "\(word)")
        }
        #expect(found[typed] == 0)
    }
}
