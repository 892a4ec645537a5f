import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct WishlistTests {
    private let shelf: ShelfWorld
    private let ada: SignedInPerson

    init() async throws {
        shelf = try await ShelfWorld(connections: .init(readers: 2, writers: 8, transactions: 4))
        ada = try await shelf.person("ada")
    }

    @Test func `wishes are listed, the newest first, and wishing twice changes nothing`() async throws {
        let games = try ["A", "B", "C"].map { try shelf.game($0) }
        for (position, game) in games.enumerated() {
            #expect(try await shelf.call("PUT", "wishlist/\(game)/", as: ada).status == 204)
            try shelf.owner.execute(
                "update shelf_games set added_at = date '2026-01-01' + \(position) where game_id = \(game)"
            )
        }
        let before = try shelf.dump()
        #expect(try await shelf.call("PUT", "wishlist/\(games[0])/", as: ada).status == 204)
        #expect(try shelf.dump() == before)
        for limit in [1, 2, 100] {
            #expect(try await shelf.ids("wishlist/", as: ada, limit: limit) == games.reversed())
        }
        let list = try await shelf.call("GET", "wishlist/?limit=1", as: ada)
        guard case .object(let wish)? = list.items.first else {
            Issue.record("\(list)")
            return
        }
        #expect(wish.keys == ["game_id", "game", "added_at"])
        #expect(wish["game"]?["name"]?.text == "C")
        #expect(wish["added_at"]?.text == "2026-01-03T00:00:00.000Z")
        #expect(try await shelf.ids("shelf/", as: ada).isEmpty)
    }

    @Test func `a wish ends when it is withdrawn, or when the game comes onto the shelf`() async throws {
        let (first, second) = (try shelf.game("A"), try shelf.game("B"))
        for game in [first, second] {
            #expect(try await shelf.call("PUT", "wishlist/\(game)/", as: ada).status == 204)
        }
        #expect(try await shelf.call("DELETE", "wishlist/\(first)/", as: ada).status == 204)
        #expect(try await shelf.call("DELETE", "wishlist/\(first)/", as: ada).status == 404)
        try shelf.owner.execute("update shelf_games set added_at = '2026-01-01', updated_at = '2026-01-01'")
        let added = try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(second)])
        #expect(added.status == 201 && added["added_at"] == added["updated_at"], "\(added)")
        #expect(added["added_at"]?.text != "2026-01-01T00:00:00.000Z")
        #expect(try await shelf.ids("wishlist/", as: ada).isEmpty)
        #expect(try await shelf.ids("shelf/", as: ada) == [second])
        #expect(try await shelf.call("DELETE", "wishlist/\(second)/", as: ada).status == 404)
        let again = try await shelf.call("PUT", "wishlist/\(second)/", as: ada)
        #expect(again.status == 409 && again.code == "already_on_shelf", "\(again)")
        #expect(try await shelf.call("DELETE", "shelf/\(second)/", as: ada).status == 204)
        #expect(try await shelf.call("PUT", "wishlist/\(second)/", as: ada).status == 204)
    }

    @Test func `a game that does not exist cannot be wished for`() async throws {
        for id in ["999999", "0", "x"] {
            let answer = try await shelf.call("PUT", "wishlist/\(id)/", as: ada)
            #expect(answer.status == 404 && answer.code == "not_found", "\(answer)")
        }
        let game = try shelf.game("A")
        let body = try await shelf.call("PUT", "wishlist/\(game)/", as: ada, ["a": 1])
        #expect(body.status == 422 && body.faultyFields == ["a"], "\(body)")
        #expect(try await shelf.ids("wishlist/", as: ada).isEmpty)
    }

    @Test func `a wish has no tag of its own`() async throws {
        let game = try shelf.game("A")
        for method in ["PUT", "DELETE"] {
            let path = "wishlist/\(game)/"
            let stale = try await shelf.call(method, path, as: ada, headers: ["If-Match": "\"1\""])
            #expect(stale.status == (method == "PUT" ? 412 : 412), "\(stale)")
            #expect(try await shelf.call(method, path, as: ada, headers: ["If-Match": "*"]).status == 204)
        }
    }

    // MARK: Races

    @Test func `of two who add a game together one succeeds`() async throws {
        for round in 0..<5 {
            let game = try shelf.game("Game \(round)")
            if round.isMultiple(of: 2) { _ = try await shelf.call("PUT", "wishlist/\(game)/", as: ada) }
            let answers = try await shelf.world.sendTogether(8) { [shelf, ada] _ in
                try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(game), "status": 1])
            }
            #expect(answers.count { $0.status == 201 } == 1)
            #expect(answers.count { $0.code == "already_on_shelf" } == 7)
        }
    }

    @Test func `a game that is added and wished for together ends on the shelf`() async throws {
        for round in 0..<10 {
            let game = try shelf.game("Game \(round)")
            let answers = try await shelf.world.sendTogether(6) { [shelf, ada] number in
                number == 3
                    ? try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(game)])
                    : try await shelf.call("PUT", "wishlist/\(game)/", as: ada)
            }
            #expect(answers.count { $0.status == 201 } == 1, "\(answers)")
            #expect(answers.allSatisfy { [201, 204, 409].contains($0.status) }, "\(answers)")
            #expect(try await shelf.call("GET", "shelf/\(game)/", as: ada).status == 200)
            #expect(try await shelf.ids("wishlist/", as: ada).isEmpty)
        }
    }

    @Test func `changes of one entry that meet lose nothing`() async throws {
        let game = try shelf.game("Game")
        try await shelf.add(game, as: ada)
        let answers = try await shelf.world.sendTogether(10) { [shelf, ada] number in
            let body: JSONObject = number.isMultiple(of: 2) ? ["user_rating": 50] : ["note": "n"]
            return try await shelf.call("PATCH", "shelf/\(game)/", as: ada, body)
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        let entry = try await shelf.call("GET", "shelf/\(game)/", as: ada)
        #expect(entry["user_rating"]?.integer == 50 && entry["note"]?.text == "n")
    }

    // MARK: The end of an account

    @Test func `shelf and wishlist are exported, and deleted with the account`() async throws {
        let (first, second, third) = (try shelf.game("A"), try shelf.game("B"), try shelf.game("C"))
        let bob = try await shelf.person("bob")
        try await shelf.add(second, as: ada, ["note": "mine"])
        try await shelf.add(first, as: ada)
        _ = try await shelf.call("PUT", "wishlist/\(third)/", as: ada)
        try await shelf.add(first, as: bob)
        let export = try await shelf.call("GET", "export/", as: ada)
        guard case .array(let entries)? = export["shelf"], case .array(let wishes)? = export["wishlist"]
        else {
            Issue.record("\(export)")
            return
        }
        #expect(entries.compactMap { $0["game_id"]?.integer } == [first, second])
        #expect(entries.last?["note"]?.text == "mine" && entries.last?["game"]?["name"]?.text == "B")
        #expect(wishes.compactMap { $0["game_id"]?.integer } == [third])
        let gone = try await shelf.call(
            "DELETE",
            "profiles/me/",
            as: ada,
            ["password": .string(World.password)]
        )
        #expect(gone.status == 204, "\(gone)")
        #expect(try shelf.dump().count == 1)
        #expect(try await shelf.call("GET", "profiles/\(ada.id)/shelf/", as: bob).status == 404)
        #expect(try await shelf.ids("shelf/", as: bob) == [first])
    }

    @Test func `nothing is added to an account that is being deleted`() async throws {
        for round in 0..<5 {
            let person = try await shelf.person("eve\(round)")
            let games = try (0..<6).map { try shelf.game("Game \(round) \($0)") }
            let answers = try await shelf.world.sendTogether(7) { [shelf] number in
                if number == 3 {
                    return try await shelf.call(
                        "DELETE",
                        "profiles/me/",
                        as: person,
                        ["password": .string(World.password)]
                    )
                }
                let game = games[number % 6]
                return number.isMultiple(of: 2)
                    ? try await shelf.call("PUT", "wishlist/\(game)/", as: person)
                    : try await shelf.call("POST", "shelf/", as: person, ["game_id": .integer(game)])
            }
            #expect(
                answers.allSatisfy { [201, 204, 401].contains($0.status) },
                "\(answers.map(\.description))"
            )
            #expect(try shelf.dump().isEmpty)
        }
    }
}
