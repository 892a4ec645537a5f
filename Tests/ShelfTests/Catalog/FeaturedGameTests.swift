import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// `PUT /admin/featured-games/` and `GET /games/?featured=true`.
@Suite(.database) struct FeaturedGameTests {
    private let shelf: ShelfWorld
    private let admin: SignedInPerson
    private let member: SignedInPerson
    private let games: [Int64]

    init() async throws {
        shelf = try await ShelfWorld()
        admin = try await shelf.person("Ada")
        try shelf.world.promote(admin, .admin)
        member = try await shelf.person("Ben")
        games = try ["A", "B", "C", "D", "E", "F", "G"].map { [shelf] in
            try shelf.game("Game \($0)", genres: $0 < "D" ? ["Puzzle"] : [])
        }
    }

    private func set(_ ids: [Int64], headers: [String: String] = [:]) async throws -> Answer {
        let body: JSONObject = ["game_ids": .array(ids.map { .integer($0) })]
        return try await shelf.call("PUT", "admin/featured-games/", as: admin, body, headers: headers)
    }

    private func letters(_ query: String, limit: Int = 100) async throws -> String {
        var letters = ""
        var link: String? = "/v1/demo/games/?\(query)&limit=\(limit)"
        while let target = link {
            let answer = try await shelf.world.send("GET", target, token: member.token)
            #expect(answer.status == 200, "\(answer)")
            letters += answer.items.compactMap { $0["name"]?.text?.last.map(String.init) }.joined()
            link = answer.headers["Link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
        }
        return letters
    }

    @Test func `featured games come first in the admins' order, and each game comes once`() async throws {
        #expect(try await letters("featured=true") == "ABCDEFG")
        #expect(try await set([games[5], games[1], games[3]]).status == 200)
        #expect(try await letters("sort=name") == "ABCDEFG")
        for limit in 1...8 {
            #expect(try await letters("featured=true", limit: limit) == "FBDACEG", "\(limit)")
            #expect(try await letters("featured=true&sort=name", limit: limit) == "FBDACEG", "\(limit)")
            #expect(try await letters("featured=true&genre=puzzle", limit: limit) == "BAC", "\(limit)")
            #expect(try await letters("featured=true&q=game", limit: limit) == "FBDACEG", "\(limit)")
            #expect(try await letters("featured=false", limit: limit) == "ABCDEFG", "\(limit)")
        }
        _ = try shelf.owner.query("update games set is_hidden = true where id = \(games[1])")
        #expect(try await letters("featured=true") == "FDACEG")
        #expect(
            try await shelf.call("GET", "admin/featured-games/", as: admin)["game_ids"] == [
                .integer(games[5]), .integer(games[3]),
            ]
        )
    }

    @Test func `a list is replaced whole or not at all, and another tenant has its own`() async throws {
        #expect(try await set([games[0], games[1], games[2]]).status == 200)
        let present = try await set([games[2]])
        #expect(present["game_ids"] == [.integer(games[2])])
        let refused = try await set([games[1], 999_999])
        #expect(refused.status == 422 && "\(refused)".contains("999999"), "\(refused)")
        _ = try shelf.owner.query("update games set is_hidden = true where id = \(games[6])")
        #expect(try await set([games[6]]).status == 422)
        #expect(try await set([games[1], games[1]]).status == 422)
        #expect(try await set(Array(1...51)).status == 422)
        let shown = try await shelf.call("GET", "admin/featured-games/", as: admin)
        #expect(shown["game_ids"] == [.integer(games[2])])
        let tag = try #require(shown.headers["ETag"])
        #expect(try await set([games[0]], headers: ["If-Match": tag]).status == 200)
        #expect(try await set([games[1]], headers: ["If-Match": tag]).status == 412)
        #expect(try await letters("featured=true").hasPrefix("AB"))

        let other = try await World.make(slug: "other", modules: [.shelf])
        let eve = try await other.person("Eve")
        let list = try await other.send("GET", "games/?featured=true&limit=1", token: eve.token)
        #expect(list.items.first?["name"]?.text == "Game A")
        let boss = try await other.person("Boss")
        try other.promote(boss, .admin)
        #expect(try await other.send("GET", "admin/featured-games/", token: boss.token)["game_ids"] == [])
        for (method, body) in [("GET", nil), ("PUT", ["game_ids": []] as JSONObject?)] {
            #expect(try await shelf.call(method, "admin/featured-games/", as: member, body).status == 403)
        }
        #expect(
            try shelf.owner.query("select details::text from audit where action = 'featured_games.change'")
                .count == 3
        )
    }
}
