import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Shelf

/// `write_games`, as workers call it.
@Suite(.database) struct CatalogWriteTests {
    private let worker: DatabasePool
    private static let day = Timestamp(milliseconds: 1_760_000_000_000)

    init() async throws {
        worker = try await TestDatabase.current.worker(.init(readers: 1, writers: 2, transactions: 2))
    }

    private func write(_ json: String, isDry: Bool = false, daysLater days: Int64 = 0) async throws
        -> CatalogCounts
    {
        let games = try CatalogFile.read(Array(json.utf8))
        let now = Timestamp(milliseconds: Self.day.milliseconds + days * 86_400_000)
        return try await TestDatabase.current.onLoop { [worker] in
            try await CatalogImport.run(games, in: worker, at: now, isDry: isDry)
        }
    }

    /// `id name igdb_id source|source_id genres platforms updated_at`
    private func catalog() throws -> [String] {
        try TestDatabase.current.owner.query(
            """
            select concat_ws(' ', g.name, g.igdb_id, g.source || ':' || g.source_id, 'rated', g.rating_count,
                             (select string_agg(x.name, '+' order by x.name) from game_genres l join genres x on x.id = l.genre_id
                               where l.game_id = g.id),
                             (select string_agg(x.name, '+' order by x.name) from game_platforms l
                                join platforms x on x.id = l.platform_id where l.game_id = g.id),
                             'day', (extract(epoch from g.updated_at) - 1760000000)::bigint / 86400)
              from games g order by g.id
            """
        ).map { try $0.text(0) }
    }

    @Test func `writing twice changes nothing`() async throws {
        let file = """
            [{"id":1,"name":"Zelda","rating":90,"rating_count":5,"genres":[{"id":1,"name":"RPG"},{"id":2,"name":"rpg"}],"summary":"s",
              "platforms":[{"name":"Switch"}],"first_release_date":500000000,"cover":{"image_id":"c1"}},
             {"id":9,"name":"Doom","source":"steam"}]
            """
        #expect(try await write(file) == CatalogCounts(created: 2))
        let before = try catalog()
        #expect(
            before == [
                "Zelda 1 rated 5 RPG Switch day 0", "Doom steam:9 rated 0 PC (Microsoft Windows) day 0",
            ]
        )
        #expect(try await write(file, daysLater: 1) == CatalogCounts(unchanged: 2))
        #expect(try catalog() == before)
    }

    @Test func `what changed is written, links too, and a rehearsal writes nothing`() async throws {
        _ = try await write(
            #"[{"id":1,"name":"Zelda","genres":[{"name":"RPG"},{"name":"Action"}]},{"id":2,"name":"Ico"}]"#
        )
        let before = try catalog()
        let changed =
            #"[{"id":1,"name":"Zelda","genres":[{"name":"Action"},{"name":"Puzzle"}]},{"id":2,"name":"Ico"},{"id":3,"name":"New"}]"#
        #expect(try await write(changed, isDry: true) == CatalogCounts(created: 1, updated: 1, unchanged: 1))
        #expect(try catalog() == before)
        #expect(try await write(changed, daysLater: 2) == CatalogCounts(created: 1, updated: 1, unchanged: 1))
        #expect(
            try catalog() == [
                "Zelda 1 rated 0 Action+Puzzle day 2", "Ico 2 rated 0 day 0", "New 3 rated 0 day 2",
            ]
        )
    }

    @Test func `of two records of one game the later counts`() async throws {
        let counts = try await write(
            #"[{"id":1,"name":"Old","rating_count":1},{"id":1,"name":"New","rating_count":2}]"#
        )
        #expect(counts == CatalogCounts(created: 1))
        #expect(try catalog() == ["New 1 rated 2 day 0"])
    }

    @Test func `what the source named by ids only stays as it was`() async throws {
        _ = try await write(#"[{"id":1,"name":"A","genres":[{"name":"RPG"}],"cover":{"image_id":"c1"}}]"#)
        _ = try await write(#"[{"id":1,"name":"B","genres":[12],"cover":89386}]"#)
        #expect(try catalog() == ["B 1 rated 0 RPG day 0"])
        let covers = try TestDatabase.current.owner.query("select cover_image_id from games").map {
            try $0.text(0)
        }
        #expect(covers == ["c1"])
    }

    @Test func `screenshots are written, replaced and taken away, and ids alone leave them`() async throws {
        func stored() throws -> [String] {
            try TestDatabase.current.owner.query("select array_to_string(screenshots, ' ') from games").map {
                try $0.text(0)
            }
        }
        let file =
            #"[{"id":1,"name":"A","screenshots":[{"image_id":"sc1"},"https://cdn.example.com/2.jpg"]}]"#
        #expect(try await write(file) == CatalogCounts(created: 1))
        #expect(try stored() == ["sc1 https://cdn.example.com/2.jpg"])
        #expect(try await write(file, daysLater: 1) == CatalogCounts(unchanged: 1))
        #expect(
            try await write(#"[{"id":1,"name":"A","screenshots":[7,8]}]"#) == CatalogCounts(unchanged: 1)
        )
        let other = #"[{"id":1,"name":"A","screenshots":[{"image_id":"sc3"}]}]"#
        #expect(try await write(other, daysLater: 2) == CatalogCounts(updated: 1))
        #expect(try stored() == ["sc3"])
        #expect(try catalog() == ["A 1 rated 0 day 2"])
        #expect(try await write(#"[{"id":1,"name":"A"}]"#, daysLater: 3) == CatalogCounts(updated: 1))
        #expect(try stored() == [""])
    }

    @Test func `a game of a file takes the id of IGDB when name and year fit it alone`() async throws {
        _ = try await write(
            """
            [{"id":1,"name":"Doom","source":"steam","first_release_date":757382400},
             {"id":2,"name":"Doom","source":"steam","first_release_date":1463097600},
             {"id":3,"name":"Tetris®","source":"steam"},{"id":4,"name":"Tetris","source":"debian-x"},
             {"id":5,"name":"Pac-Man","source":"steam","first_release_date":327000000}]
            """
        )
        let counts = try await write(
            """
            [{"id":101,"name":"DOOM!","first_release_date":1463090000},{"id":102,"name":"Tetris"},
             {"id":103,"name":"Pac Man"},{"id":104,"name":"Doom","first_release_date":1463090000}]
            """
        )
        // 104 comes too late for the row that 101 took; Tetris has two rows; Pac-Man has another year than none.
        #expect(counts == CatalogCounts(created: 3, updated: 1))
        #expect(try catalog().filter { $0.contains("101") } == ["DOOM! 101 steam:2 rated 0 day 0"])
        // What IGDB says of it is not undone by the file.
        let again =
            #"[{"id":2,"name":"Doom","source":"steam","first_release_date":1463097600,"genres":["Old"]}]"#
        #expect(try await write(again) == CatalogCounts(unchanged: 1))
        #expect(try catalog().filter { $0.contains("101") } == ["DOOM! 101 steam:2 rated 0 day 0"])
    }

    @Test func `writers of the same games wait for each other`() async throws {
        let games = (1...200).map { #"{"id":\#($0),"name":"Game \#($0)","genres":[{"name":"G\#($0 % 7)"}]}"# }
        let (forth, back) = (
            "[\(games.joined(separator: ","))]", "[\(games.reversed().joined(separator: ","))]"
        )
        async let one = write(forth)
        async let other = write(back)
        let counts = try await (one, other)
        #expect(counts.0.created + counts.1.created == 200)
        #expect(counts.0.unchanged + counts.1.unchanged == 200)
    }

    @Test func `a file with a bad game is not imported, and each is named`() throws {
        let bad = #expect(throws: CatalogFile.Bad.self) {
            try CatalogFile.read(Array(#"[{"id":1,"name":"a"},{"id":0,"name":"b"},7]"#.utf8))
        }
        #expect(bad?.count == 2)
        #expect(
            bad?.sentences == ["game 2: id: A positive integer is required.", "game 3: Must be an object."]
        )
        for (text, sentence) in [("{}", "the document must be a list of games"), ("[1,", "line 1, column 4")]
        {
            let bad = #expect(throws: CatalogFile.Bad.self) { try CatalogFile.read(Array(text.utf8)) }
            #expect(bad?.sentences.first?.hasPrefix(sentence) == true, "\(bad?.sentences ?? [])")
        }
        #expect(throws: Never.self) { try CatalogFile.read(Array("[]".utf8)) }
    }
}
