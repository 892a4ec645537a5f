import ParlayAPI
import Testing

@testable import Shelf

/// Games as IGDB and files write them.
@Suite struct SourceGameTests {
    private static func game(_ json: String) throws -> SourceGame {
        try SourceGame(JSONParser.parse(Array(json.utf8)))
    }

    @Test func `a real answer of IGDB is read`() throws {
        let game = try Self.game(
            """
            {"id":1,"aggregated_rating":90.0,
              "cover":{"id":90967,"url":"//images.igdb.com/igdb/image/upload/t_thumb/co1y6v.jpg"},
              "first_release_date":953596800,
              "genres":[{"id":5,"name":"Shooter"},{"id":13,"name":"Simulator"},{"id":31,"name":"Adventure"}],
              "name":"Thief II: The Metal Age",
              "platforms":[{"id":6,"abbreviation":"PC","name":"PC (Microsoft Windows)"}],
              "summary":"The ulti…","updated_at":1700000000}
            """
        )
        #expect(game.identity == .igdb(1))
        #expect(game.name == "Thief II: The Metal Age")
        #expect(game.rating == nil && game.ratingCount == 0)
        #expect(game.releaseDate?.description == "2000-03-21")
        let url = "https://images.igdb.com/igdb/image/upload/t_cover_big/co1y6v.jpg"
        #expect(game.cover == .image(GameCover(imageID: "co1y6v", url: url)))
        #expect(game.genres == ["Shooter", "Simulator", "Adventure"])
        #expect(game.platforms == ["PC (Microsoft Windows)"])
        #expect(game.changedAt == 1_700_000_000)
    }

    @Test func `references that were not expanded say nothing`() throws {
        let game = try Self.game(
            #"{"id":1942,"name":"The Witcher 3","cover":89386,"genres":[12,31],"rating":94.15157618871872,"rating_count":3795}"#
        )
        #expect(game.cover == .unspecified)
        #expect(game.genres == nil)
        #expect(game.platforms == [])
        #expect(game.rating == 94.15157618871872 && game.ratingCount == 3795)
    }

    @Test(arguments: [
        (#"{"image_id":"co1wyy"}"#, "https://images.igdb.com/igdb/image/upload/t_cover_big/co1wyy.jpg"),
        (
            #"{"image_id":"7","url":"https://cdn.example.com/7/header.jpg"}"#,
            "https://cdn.example.com/7/header.jpg"
        ),
        (#"{"image_id":"a/../b"}"#, nil), (#"{"url":"javascript:alert(1)"}"#, nil),
        (#"{"url":"//x y"}"#, nil),
        (#"{"id":5}"#, nil), (#""co1wyy""#, nil), ("null", nil), ("{}", nil),
    ])
    func `a cover has an absolute address or is none`(json: String, url: String?) throws {
        let game = try Self.game(#"{"id":1,"name":"x","cover":\#(json)}"#)
        if let url {
            guard case .image(let cover) = game.cover else {
                throw SourceGame.Refusal(sentence: "\(game.cover)")
            }
            #expect(cover.url == url)
        } else {
            #expect(game.cover == .none)
        }
    }

    @Test(arguments: [
        (
            #"[{"id":1,"image_id":"sc1"},{"id":2,"image_id":"sc2"},{"id":3,"image_id":"sc1"}]"#,
            ["sc1", "sc2"]
        ),
        (#"[{"url":"//images.igdb.com/igdb/image/upload/t_thumb/sc3.jpg"}]"#, ["sc3"]),
        (
            #"["https://cdn.example.com/1.jpg","http://cdn.example.com/2.jpg","javascript:x"]"#,
            ["https://cdn.example.com/1.jpg"]
        ),
        (#"[{"image_id":"7","url":"https://cdn.example.com/7/a.jpg"}]"#, ["https://cdn.example.com/7/a.jpg"]),
        (#"[{"image_id":"a/../b"},{"image_id":""},{"id":5},null,[],"sc1"]"#, []),
        ("[11,12]", nil), (#"[11,{"image_id":"sc1"}]"#, ["sc1"]), ("[]", []), ("null", []), (#""sc1""#, []),
    ])
    func `screenshots are pictures of IGDB or https addresses`(json: String, stored: [String]?) throws {
        let game = try Self.game(#"{"id":1,"name":"x","screenshots":\#(json)}"#)
        #expect(game.screenshots?.map(\.stored) == stored)
        for one in game.screenshots ?? [] {
            #expect(SourceGame.Screenshot(stored: one.stored) == one)
            #expect(one.resource.url.hasPrefix("https://") && !one.resource.imageID.isEmpty)
        }
    }

    @Test func `a game has at most ten screenshots`() throws {
        let many = (1...12).map { #"{"image_id":"sc\#($0)"}"# }.joined(separator: ",")
        let game = try Self.game(#"{"id":1,"name":"x","screenshots":[\#(many)]}"#)
        #expect(game.screenshots == (1...10).map { .igdb("sc\($0)") })
        #expect(try Self.game(#"{"id":1,"name":"x"}"#).screenshots == [])
    }

    @Test(arguments: [
        ("steam", "PC (Microsoft Windows)"), ("steamspy-2019", "PC (Microsoft Windows)"),
        ("debian-bookworm", "Linux"),
        ("elsewhere", nil), ("steamer", nil),
    ])
    func `a source other than IGDB keeps its id apart, and some imply a platform`(
        source: String,
        platform: String?
    ) throws {
        let game = try Self.game(
            #"{"id":570,"name":"Dota 2","source":"\#(source)","genres":["Action","Strategy"]}"#
        )
        #expect(game.identity == .other(source: source, id: 570))
        #expect(game.platforms == (platform.map { [$0] } ?? []))
        #expect(game.genres == ["Action", "Strategy"])
    }

    @Test(arguments: [
        "3", "[]", "{}", #"{"id":0,"name":"x"}"#, #"{"id":-4,"name":"x"}"#, #"{"id":1.5,"name":"x"}"#,
        #"{"id":"7","name":"x"}"#,
        #"{"id":7}"#, #"{"id":7,"name":"  "}"#, #"{"id":7,"name":5}"#, #"{"id":7,"name":"x","source":""}"#,
        #"{"id":7,"name":"x","source":3}"#,
    ])
    func `what is no game is refused`(json: String) {
        #expect(throws: SourceGame.Refusal.self) { try Self.game(json) }
    }

    @Test func `optional members that make no sense are left out`() throws {
        let game = try Self.game(
            #"""
            {"id":7,"name":" \u0001a\u0007b\t","rating":101,"rating_count":-3,"summary":"","first_release_date":99999999999999,
             "genres":"RPG","platforms":[{"name":""},{"name":"Amiga"},5],"source":null}
            """#
        )
        #expect(game.name == "ab")
        #expect(game.rating == nil && game.ratingCount == 0 && game.summary == nil && game.releaseDate == nil)
        #expect(game.genres == [] && game.platforms == ["Amiga"])
        #expect(game.identity == .igdb(7))
    }
}
