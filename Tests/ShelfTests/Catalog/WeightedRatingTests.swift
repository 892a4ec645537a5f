import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// Lists by rating count votes, with the mean of the catalog.
@Suite(.database) struct WeightedRatingTests {
    private let shelf: ShelfWorld
    private let person: SignedInPerson
    private let worker: DatabasePool

    init() async throws {
        shelf = try await ShelfWorld()
        person = try await shelf.person("Gil")
        worker = try await shelf.world.database.worker(.init(readers: 1, writers: 1, transactions: 1))
    }

    /// Ids from 1, each with its rating and votes.
    private func write(_ games: [(rating: Double?, votes: Int)], from first: Int = 1) async throws {
        let texts = games.enumerated().map { place, game in
            let rating = game.rating.map { #","rating":\#($0)"# } ?? ""
            return
                #"{"id":\#(first + place),"name":"Game \#(first + place)","rating_count":\#(game.votes)\#(rating)}"#
        }
        let games = try CatalogFile.read(Array("[\(texts.joined(separator: ","))]".utf8))
        _ = try await shelf.world.database.onLoop { [worker] in
            try await CatalogImport.run(games, in: worker, at: .now)
        }
    }

    private func list(_ query: String) async throws -> Answer {
        let answer = try await shelf.call("GET", "games/\(query)", as: person)
        #expect(answer.status == 200, "\(answer)")
        return answer
    }

    private func ids(_ query: String) async throws -> [Int64] {
        try await list(query).items.compactMap { $0["igdb_id"]?.integer }
    }

    @Test func `few votes do not lead, and no votes count as the mean`() async throws {
        // The mean is 80. Weighted: 83.08, 88.42, 80, 77.44, none.
        try await write([(100, 46), (90, 1350), (70, 0), (60, 0 + 37), (nil, 9), (80, 0)])
        let mean = (100.0 + 90 + 70 + 60 + 80) / 5
        func weight(_ rating: Double, _ votes: Double) -> Double {
            (votes * rating + 250 * mean) / (votes + 250)
        }
        #expect(weight(90, 1350) > weight(100, 46) && weight(70, 0) == weight(80, 0))
        #expect(try await ids("?sort=rating") == [2, 1, 3, 6, 4, 5])
        // Without an order, the games that few people rated come after the others.
        #expect(try await ids("") == [2, 1, 4, 3, 6, 5])
        #expect(try await ids("?q=game&sort=rating") == [2, 1, 3, 6, 4, 5])
    }

    @Test func `pages follow each other while games are added`() async throws {
        try await write([(95, 10), (90, 500), (40, 400), (75, 300), (60, 20), (85, 90)])
        for sort in ["sort=rating", "min_votes=0"] {
            let before = try await ids("?\(sort)&limit=100")
            let first = try await list("?\(sort)&limit=3")
            // Their ratings are the mean, which stays.
            let start = sort == "sort=rating" ? 100 : 200
            let mean = try shelf.owner.query("select rating from catalog_mean")[0].double(0)
            try await write([(mean, 2000), (mean, 20)], from: start)
            var found = first.items.compactMap { $0["igdb_id"]?.integer }
            var cursor = try #require(first["next_cursor"]?.text)
            while true {
                let next = try await list("?\(sort)&limit=3&cursor=\(cursor)")
                found += next.items.compactMap { $0["igdb_id"]?.integer }
                guard let more = next["next_cursor"]?.text else { break }
                cursor = more
            }
            #expect(Set(found).count == found.count, "no game twice")
            #expect(Set(before).isSubset(of: found), "no game left out")
        }
    }

    @Test func `the mean is that of the rated games that people see`() async throws {
        func mean() throws -> Double? {
            try shelf.owner.query("select rating from catalog_mean").map { try $0.double(0) }.first
        }
        try await write([(90, 10), (50, 10), (nil, 10)])
        #expect(try mean() == 70)
        _ = try shelf.owner.query("update games set is_hidden = true where igdb_id = 2")
        try await write([(90, 10)])
        #expect(try mean() == 90)
        // A game that a search brings is in the list by the mean as it is.
        let game = try SourceGame(["id": 9, "name": "Late", "rating": 100, "rating_count": 750])
        _ = try await shelf.world.database.onLoop { [worker] in
            try await worker.read(CatalogStore.write([game], at: .now))
        }
        #expect(try await ids("?sort=rating") == [9, 1, 3])
    }

    @Test(.ownDatabase) func `the lists by rating are read from their indexes`() async throws {
        try await write((0..<500).map { (Double($0 % 100), $0) })
        let owner = try shelf.owner
        _ = try owner.query("analyze game_ratings")
        let superuser = try shelf.world.database.connect(as: .superuser)
        for index in ["game_ratings_top_idx", "game_ratings_weighted_idx"] {
            _ = try superuser.query("select pg_stat_reset_single_table_counters('parlay.\(index)'::regclass)")
        }
        for query in [GameQuery(limit: 26), GameQuery(sort: .rating, limit: 26)] {
            #expect(try owner.query(GameSearchStore.page(query)).all.count == 26)
        }
        _ = try owner.query("select pg_stat_force_next_flush()")
        let scans = try owner.query(
            "select idx_scan, idx_tup_read from pg_stat_user_indexes where indexrelname like 'game_ratings_%_idx'"
        ).map { [try $0.integer(0), try $0.integer(1)] }
        #expect(scans.count == 2 && scans.allSatisfy { $0[0] == 1 && $0[1] <= 27 }, "\(scans)")
    }

    @Test func `genres and platforms are listed with their games, those of hidden games without`()
        async throws
    {
        let rpg = try shelf.game("A", genres: ["Role-playing (RPG)", "adventure"], platforms: ["Linux"])
        _ = try shelf.game("B", genres: ["Role-playing (RPG)"], platforms: ["Amiga", "Linux"])
        _ = try shelf.owner.query("select refresh_catalog()")
        func groups(_ path: String) async throws -> [String] {
            let answer = try await shelf.call("GET", path, as: person)
            #expect(answer.status == 200, "\(answer)")
            return answer.items.map { "\($0["name"]?.text ?? "") \($0["games"]?.integer ?? 0)" }
        }
        #expect(try await groups("genres/") == ["adventure 1", "Role-playing (RPG) 2"])
        #expect(try await groups("platforms/") == ["Amiga 1", "Linux 2"])
        let first = try await shelf.call("GET", "platforms/?limit=1", as: person)
        let cursor = try #require(first["next_cursor"]?.text)
        #expect(try await groups("platforms/?limit=1&cursor=\(cursor)") == ["Linux 2"])
        _ = try shelf.owner.query("update games set is_hidden = true where id = \(rpg)")
        _ = try shelf.owner.query("select refresh_catalog()")
        #expect(try await groups("genres/") == ["Role-playing (RPG) 1"])
        #expect(try await shelf.world.send("GET", "genres/", token: nil).status == 401)
    }
}
