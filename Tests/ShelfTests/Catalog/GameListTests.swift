import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// `GET /games/` and `GET /games/{id}/` over a small catalog.
@Suite(.database) struct GameListTests {
    private let world: World
    private let person: SignedInPerson

    init() async throws {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = 100_000
        settings.requestBurst = 100_000
        world = try await World.make(modules: [.shelf], settings: settings)
        person = try await world.person("Gil")
        let file = """
            [{"id":11,"name":"The Witcher® 3: Wild Hunt","rating":90,"rating_count":900,"first_release_date":1431993600,
              "summary":"Monsters.","cover":{"image_id":"co1","url":"//images.igdb.com/igdb/image/upload/t_thumb/co1.jpg"},
              "screenshots":[{"id":7,"image_id":"sc7"},{"url":"https://cdn.example.com/w3/one.jpg"}],
              "genres":[{"name":"Role-playing (RPG)"},{"name":"Adventure"}],"platforms":[{"name":"Linux"},{"name":"Amiga"}]},
             {"id":12,"name":"The Witcher","rating":99,"rating_count":19,"first_release_date":1193356800,
              "platforms":[{"name":"Linux"}]},
             {"id":13,"name":"Pokémon","rating":80,"rating_count":20,"first_release_date":825379200},
             {"id":14,"name":"Unrated"},{"id":15,"name":"Few","rating":70,"rating_count":3,"source":"steam"},
             {"id":16,"name":"Équal","rating":80,"rating_count":500,"genres":[{"name":"adventure"}]}]
            """
        let games = try CatalogFile.read(Array(file.utf8))
        let worker = try await world.database.worker(.init(readers: 1, writers: 1, transactions: 1))
        _ = try await world.database.onLoop { try await CatalogImport.run(games, in: worker, at: .now) }
    }

    private func get(_ path: String) async throws -> Answer {
        try await world.send("GET", path, token: person.token)
    }

    private func names(_ query: String) async throws -> [String] {
        let answer = try await get("games/\(query)")
        #expect(answer.status == 200, "\(answer)")
        return answer.items.compactMap { $0["name"]?.text }
    }

    @Test func `the list begins with those that twenty people rated`() async throws {
        let names = try await names("")
        #expect(names == ["The Witcher® 3: Wild Hunt", "Pokémon", "Équal", "The Witcher", "Few", "Unrated"])
    }

    @Test func `a game has all its members`() async throws {
        let game = try #require(try await get("games/?q=witcher+3").items.first)
        #expect(game["igdb_id"]?.integer == 11)
        #expect(game["rating"]?.double == 90 && game["rating_count"]?.integer == 900)
        #expect(game["summary"]?.text == "Monsters." && game["release_date"]?.text == "2015-05-19")
        #expect(game["cover"]?["image_id"]?.text == "co1")
        let url = "https://images.igdb.com/igdb/image/upload/t_cover_big/co1.jpg"
        #expect(game["cover"]?["url"]?.text == url)
        #expect(game["genres"] == ["Adventure", "Role-playing (RPG)"])
        #expect(game["platforms"] == ["Amiga", "Linux"])
        let bare = try #require(try await get("games/?q=few").items.first)
        #expect(bare["igdb_id"] == .null && bare["cover"] == .null && bare["release_date"] == .null)
        #expect(bare["genres"] == [] && bare["platforms"] == ["PC (Microsoft Windows)"])
    }

    @Test func `one game has its screenshots`() async throws {
        let listed = try #require(try await get("games/?q=witcher+3").items.first)
        #expect(listed["screenshots"] == nil)
        let id = try #require(listed["id"]?.integer)
        let game = try await get("games/\(id)/")
        #expect(
            game["screenshots"] == [
                [
                    "image_id": "sc7",
                    "url": "https://images.igdb.com/igdb/image/upload/t_screenshot_big/sc7.jpg",
                ],
                ["image_id": "one", "url": "https://cdn.example.com/w3/one.jpg"],
            ]
        )
        let bare = try #require(try await get("games/?q=few").items.first?["id"]?.integer)
        #expect(try await get("games/\(bare)/")["screenshots"] == [])
    }

    @Test(arguments: [
        ("?q=pokemon", ["Pokémon"]), ("?q=POK%C3%89MON!", ["Pokémon"]),
        ("?q=the+witcher", ["The Witcher", "The Witcher® 3: Wild Hunt"]),
        ("?q=withcer+3", ["The Witcher® 3: Wild Hunt"]), ("?q=zzzzqq", []), ("?q=%21%21", []),
        ("?genre=ADVENTURE", ["The Witcher® 3: Wild Hunt", "Équal"]), ("?genre=advent", []),
        ("?genre=nothing", []),
        ("?platform=linux", ["The Witcher® 3: Wild Hunt", "The Witcher"]),
        ("?platform=amiga&genre=adventure", ["The Witcher® 3: Wild Hunt"]),
        ("?released_from=2007-10-26", ["The Witcher® 3: Wild Hunt", "The Witcher"]),
        ("?released_from=2007-10-27", ["The Witcher® 3: Wild Hunt"]),
        ("?sort=rating", ["The Witcher® 3: Wild Hunt", "The Witcher", "Few", "Pokémon", "Équal", "Unrated"]),
        (
            "?sort=release_date",
            ["The Witcher® 3: Wild Hunt", "The Witcher", "Pokémon", "Unrated", "Équal", "Few"]
        ),
        ("?sort=name", ["Équal", "Few", "Pokémon", "The Witcher", "The Witcher® 3: Wild Hunt", "Unrated"]),
        ("?q=witcher&sort=name", ["The Witcher", "The Witcher® 3: Wild Hunt"]),
        ("?q=witcher&sort=rating", ["The Witcher® 3: Wild Hunt", "The Witcher"]),
        ("?min_rating=80", ["The Witcher® 3: Wild Hunt", "Pokémon", "Équal", "The Witcher"]),
        ("?min_rating=80.5&min_votes=0", ["The Witcher® 3: Wild Hunt", "The Witcher"]),
        ("?min_votes=20&sort=name", ["Équal", "Pokémon", "The Witcher® 3: Wild Hunt"]),
        ("?min_rating=100", []), ("?min_votes=901", []),
        ("?featured=true&min_votes=900", ["The Witcher® 3: Wild Hunt"]),
    ])
    func `a list is searched, filtered and sorted`(query: String, expected: [String]) async throws {
        #expect(try await names(query) == expected)
    }

    @Test func `pages follow each other without gaps and without repetition`() async throws {
        for query in [
            "", "sort=name&", "sort=rating&", "sort=release_date&", "q=e&", "min_rating=0.5&min_votes=3&",
            "featured=true&",
        ] {
            let whole = try await names("?\(query)limit=100")
            var paged: [String] = []
            var cursor = ""
            for _ in 0..<20 {
                let answer = try await get("games/?\(query)limit=2\(cursor)")
                paged += answer.items.compactMap { $0["name"]?.text }
                guard let next = answer["next_cursor"]?.text else { break }
                cursor = "&cursor=\(next)"
            }
            #expect(paged == whole, "\(query)")
        }
    }

    @Test(arguments: [
        "?q=", "?q=\(String(repeating: "x", count: 201))", "?sort=votes", "?released_from=2026-13-01",
        "?released_from=yesterday",
        "?genre=", "?min_rating=101", "?min_rating=1e1", "?min_votes=-1", "?min_votes=1.5", "?featured=yes",
        "?limit=0", "?limit=101", "?cursor=abc", "?nothing=1", "?q=a%00b",
    ])
    func `what is no query is refused`(query: String) async throws {
        let answer = try await get("games/\(query)")
        #expect(answer.status == 400, "\(answer)")
    }

    @Test func `neither stale nor searching stand where nothing is connected`() async throws {
        for query in ["", "?q=zzzz", "?q=few"] {
            let answer = try await get("games/\(query)")
            #expect(answer["stale"] == nil && answer["searching"] == nil)
            #expect(answer["next_cursor"] == .null)
        }
    }

    @Test func `a game comes with the caller's own entry and wish`() async throws {
        let id = try #require(try await get("games/?q=pokemon").items.first?["id"]?.integer)
        let bare = try await get("games/\(id)/")
        #expect(bare.status == 200 && bare["name"]?.text == "Pokémon")
        #expect(bare["shelf_entry"] == .null && bare["wished"] == .bool(false))
        let tag = try #require(bare.headers["ETag"])
        let again = try await world.send(
            "GET",
            "games/\(id)/",
            token: person.token,
            headers: ["If-None-Match": tag]
        )
        #expect(again.status == 304)

        #expect(try await world.send("PUT", "wishlist/\(id)/", token: person.token).status == 204)
        let wished = try await get("games/\(id)/")
        #expect(wished["shelf_entry"] == .null && wished["wished"] == .bool(true))
        #expect(wished.headers["ETag"] != tag)

        let body: JSONObject = ["game_id": .integer(id), "status": 1]
        #expect(try await world.send("POST", "shelf/", token: person.token, body).status == 201)
        let owned = try await get("games/\(id)/")
        #expect(owned["shelf_entry", "status"]?.integer == 1 && owned["wished"] == .bool(false))

        let other = try await world.person("Hal")
        let seen = try await world.send("GET", "games/\(id)/", token: other.token)
        #expect(seen["shelf_entry"] == .null && seen["wished"] == .bool(false))
        for path in ["games/999999/", "games/0/", "games/x/"] {
            #expect(try await get(path).status == 404, "\(path)")
        }
    }

    @Test func `a tenant without the module has no catalog`() async throws {
        let other = try await World.make(slug: "other", modules: [.meetups])
        let ann = try await other.person("Ann")
        #expect(try await other.send("GET", "games/", token: ann.token).status == 404)
        #expect(try await world.send("GET", "games/", token: nil).status == 401)
    }
}
