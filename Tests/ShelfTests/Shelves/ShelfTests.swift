import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct ShelfTests {
    private let shelf: ShelfWorld
    private let ada: SignedInPerson

    init() async throws {
        shelf = try await ShelfWorld()
        ada = try await shelf.person("ada")
    }

    @Test func `a game that is added is answered whole, with its status and without anything else`()
        async throws
    {
        let game = try shelf.game(
            "Outer Wilds",
            released: "2019-05-28",
            igdb: 11737,
            genres: ["Puzzle", "adventure"],
            platforms: ["Linux"]
        )
        let added = try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(game), "status": 1])
        #expect(added.status == 201, "\(added)")
        #expect(added.headers["Location"] == "/v1/demo/shelf/\(game)/")
        #expect(
            added.json?.keys == [
                "game_id", "game", "status", "user_rating", "user_hours", "note", "started_on", "finished_on",
                "added_at", "updated_at",
            ]
        )
        #expect(added["game_id"]?.integer == game && added["game", "id"]?.integer == game)
        #expect(added["game", "name"]?.text == "Outer Wilds" && added["game", "igdb_id"]?.integer == 11737)
        #expect(added["game", "release_date"]?.text == "2019-05-28")
        #expect(added["game", "genres"] == ["adventure", "Puzzle"])
        #expect(added["game", "platforms"] == ["Linux"])
        #expect(added["status"]?.integer == 1 && added["user_hours"]?.integer == 0)
        for name in ["user_rating", "note", "started_on", "finished_on"] { #expect(added[name] == .null) }
        #expect(added["added_at"] == added["updated_at"])
        let shown = try await shelf.call("GET", "shelf/\(game)/", as: ada)
        #expect(shown.status == 200 && shown.body == added.body)
        #expect(shown.headers["ETag"] == added.headers["ETag"] && shown.headers["ETag"] != nil)
        #expect(shown.headers["Cache-Control"] == "no-store")
    }

    @Test func `adding a game twice is refused, and so is one that does not exist`() async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada, ["user_rating": 80])
        let before = try shelf.dump()
        let again = try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(game), "status": 4])
        #expect(again.status == 409 && again.code == "already_on_shelf", "\(again)")
        let unknown = try await shelf.call("POST", "shelf/", as: ada, ["game_id": 999_999])
        #expect(unknown.status == 422 && unknown.faultyFields == ["game_id"], "\(unknown)")
        #expect(try shelf.dump() == before)
        for body in [
            [:], ["game_id": nil], ["game_id": "1"], ["game_id": 0], ["game_id": -1],
        ] as [JSONObject] {
            let answer = try await shelf.call("POST", "shelf/", as: ada, body)
            #expect(answer.faultyFields == ["game_id"], "\(answer)")
        }
        for status in [-1, 5, nil, "1"] as [JSONValue] {
            let answer = try await shelf.call("POST", "shelf/", as: ada, ["game_id": 1, "status": status])
            #expect(answer.faultyFields == ["status"], "\(answer)")
        }
        let more = try await shelf.call("POST", "shelf/", as: ada, ["game_id": 1, "user_rating": 1])
        #expect(more.faultyFields == ["user_rating"], "\(more)")
    }

    @Test func `the status of a game that is added without one is the person's setting`() async throws {
        let (first, second) = (try shelf.game("A"), try shelf.game("B"))
        let bare = try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(first)])
        #expect(bare["status"]?.integer == 0, "\(bare)")
        let set = try await shelf.call("PATCH", "settings/", as: ada, ["shelf_default_status": 3])
        #expect(set.status == 200 && set["shelf_default_status"]?.integer == 3, "\(set)")
        #expect(set["shelf_public"] == .bool(true))
        let added = try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(second)])
        #expect(added["status"]?.integer == 3, "\(added)")
        for value in [5, nil, "0"] as [JSONValue] {
            let answer = try await shelf.call("PATCH", "settings/", as: ada, ["shelf_default_status": value])
            #expect(answer.faultyFields == ["shelf_default_status"], "\(answer)")
        }
        let reset = try await shelf.call("PUT", "settings/", as: ada, [:])
        #expect(reset["shelf_default_status"]?.integer == 0 && reset["shelf_public"] == .bool(true))
    }

    @Test func `PATCH changes what it names, and PUT clears the rest`() async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada)
        let full: JSONObject = [
            "status": 2, "user_rating": 93, "user_hours": 112, "note": "A\n\"b\", c",
            "started_on": "2026-01-03",
            "finished_on": "2026-05-10",
        ]
        let put = try await shelf.call("PUT", "shelf/\(game)/", as: ada, full)
        #expect(put.status == 200, "\(put)")
        for member in full.members { #expect(put[member.key] == member.value) }
        let patched = try await shelf.call("PATCH", "shelf/\(game)/", as: ada, ["user_rating": nil])
        #expect(patched["user_rating"] == .null && patched["note"] == put["note"], "\(patched)")
        #expect(patched["finished_on"] == put["finished_on"] && patched["status"]?.integer == 2)
        let cleared = try await shelf.call("PUT", "shelf/\(game)/", as: ada, ["status": 1])
        #expect(cleared["status"]?.integer == 1 && cleared["user_hours"]?.integer == 0, "\(cleared)")
        for name in ["user_rating", "note", "started_on", "finished_on"] { #expect(cleared[name] == .null) }
        #expect(cleared["added_at"] == put["added_at"])
        let required = try await shelf.call("PUT", "shelf/\(game)/", as: ada, ["user_rating": 1])
        #expect(required.status == 422 && required.faultyFields == ["status"])
        let empty = try await shelf.call("PATCH", "shelf/\(game)/", as: ada, ["note": ""])
        #expect(empty["note"] == .null)
    }

    @Test(arguments: [
        ("status", ["5", "-1", "null", "\"1\"", "1.0"]),
        ("user_rating", ["101", "-1", "\"1\"", "50.5", "true"]),
        ("user_hours", ["-0.1", "100000.1", "1.25", "0.05", "1e9", "null", "\"1\""]),
        ("note", ["1", "\"\\u0007\"", "\"a\\rb\"", "[]"]),
        ("started_on", ["\"2026-02-30\"", "\"2026-1-1\"", "\"1899-12-31\"", "\"2101-01-01\"", "1", "\"\""]),
        ("finished_on", ["\"2026-05-10T00:00:00Z\"", "\"0000-01-01\"", "\"9999-12-31\""]),
        ("game_id", ["1"]), ("added_at", ["\"2026-05-10T00:00:00Z\""]),
    ])
    func `values that are not valid are refused by name, and nothing changes`(
        _ field: String,
        _ values: [String]
    ) async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada)
        let before = try shelf.dump()
        for value in values {
            let answer = try await shelf.world.send(
                "PATCH",
                "shelf/\(game)/",
                token: ada.token,
                raw: "{\"\(field)\": \(value)}",
                headers: ["Content-Type": "application/json"]
            )
            #expect(answer.status == 422 && answer.faultyFields == [field], "\(value): \(answer)")
        }
        #expect(try shelf.dump() == before)
    }

    @Test(arguments: [
        ("0", "0"), ("0.1", "0.1"), ("12.0", "12"), ("12.50", "12.5"), ("99999.9", "99999.9"),
        ("100000", "100000"),
        ("1e2", "100"), ("33.3", "33.3"), ("1.1", "1.1"),
    ])
    func `hours are exact tenths`(_ sent: String, _ shown: String) async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada)
        let answer = try await shelf.world.send(
            "PATCH",
            "shelf/\(game)/",
            token: ada.token,
            raw: "{\"user_hours\": \(sent)}",
            headers: ["Content-Type": "application/json"]
        )
        #expect(answer.text.contains("\"user_hours\":\(shown),"), "\(answer)")
    }

    @Test func `limits are inclusive, and a note counts Unicode scalars`() async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada)
        for body in [
            ["user_rating": 0], ["user_rating": 100], ["started_on": "1900-01-01"],
            ["finished_on": "2100-12-31"],
            ["note": .string(String(repeating: "😀", count: 4000))], ["note": " "], ["status": 4],
        ] as [JSONObject] {
            let answer = try await shelf.call("PATCH", "shelf/\(game)/", as: ada, body)
            #expect(answer.status == 200, "\(answer)")
            for member in body.members { #expect(answer[member.key] == member.value) }
        }
        let long = try await shelf.call(
            "PATCH",
            "shelf/\(game)/",
            as: ada,
            ["note": .string(String(repeating: "a", count: 4001))]
        )
        #expect(long.faultyFields == ["note"])
    }

    @Test func `a game is not finished before it is started, whichever date comes first`() async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada)
        func patch(_ body: JSONObject) async throws -> Answer {
            try await shelf.call("PATCH", "shelf/\(game)/", as: ada, body)
        }
        let both = try await patch(["started_on": "2026-05-10", "finished_on": "2026-05-09"])
        #expect(both.faultyFields == ["finished_on"], "\(both)")
        #expect(try await patch(["started_on": "2026-05-10", "finished_on": "2026-05-10"]).status == 200)
        #expect(try await patch(["finished_on": "2026-05-09"]).faultyFields == ["finished_on"])
        #expect(try await patch(["started_on": "2026-05-11"]).faultyFields == ["finished_on"])
        #expect(try await patch(["started_on": "2026-05-11", "finished_on": nil]).status == 200)
        #expect(try await patch(["finished_on": "2026-05-12"]).status == 200)
    }

    @Test func `an entry that is not there is 404 for every call, a wish too`() async throws {
        let game = try shelf.game("Doom")
        #expect(try await shelf.call("PUT", "wishlist/\(game)/", as: ada).status == 204)
        for id in ["\(game)", "999999", "0", "abc", "9223372036854775808"] {
            for (method, body) in [
                ("GET", nil), ("PUT", ["status": 1]), ("PATCH", ["status": 1]), ("DELETE", nil),
            ] as [(String, JSONObject?)] {
                let answer = try await shelf.call(method, "shelf/\(id)/", as: ada, body)
                #expect(answer.status == 404 && answer.code == "not_found", "\(method) \(id): \(answer)")
            }
        }
        #expect(try await shelf.ids("wishlist/", as: ada) == [game])
    }

    @Test func `a condition names the entry as it is now`() async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada)
        let path = "shelf/\(game)/"
        let first = try #require(try await shelf.call("GET", path, as: ada).headers["ETag"])
        #expect(
            try await shelf.call("GET", path, as: ada, headers: ["If-None-Match": first]).status == 304
        )
        let changed = try await shelf.call(
            "PATCH",
            path,
            as: ada,
            ["status": 1],
            headers: ["If-Match": first]
        )
        #expect(changed.status == 200)
        let second = try #require(changed.headers["ETag"])
        #expect(second != first)
        for (method, body) in [("PUT", ["status": 9]), ("PATCH", ["status": 9]), ("DELETE", nil)]
            as [(String, JSONObject?)]
        {
            // Before the fields are.
            let stale = try await shelf.call(method, path, as: ada, body, headers: ["If-Match": first])
            #expect(stale.status == 412 && stale.headers["ETag"] == second, "\(stale)")
        }
        // Part of what is shown, so it changes the tag.
        try shelf.owner.execute("update games set summary = 'New.' where id = \(game)")
        let stale = try await shelf.call("DELETE", path, as: ada, headers: ["If-Match": second])
        #expect(stale.status == 412)
        #expect(try await shelf.call("DELETE", path, as: ada, headers: ["If-Match": "*"]).status == 204)
        #expect(try await shelf.call("DELETE", path, as: ada, headers: ["If-Match": "*"]).status == 404)
    }

    @Test func `only changes move updated_at`() async throws {
        let game = try shelf.game("Doom")
        try await shelf.add(game, as: ada, ["note": "n"])
        try shelf.owner.execute("update shelf_games set updated_at = '2026-01-01', added_at = '2026-01-01'")
        let same = try await shelf.call("PATCH", "shelf/\(game)/", as: ada, ["status": 0, "note": "n"])
        #expect(same["updated_at"]?.text == "2026-01-01T00:00:00.000Z")
        let other = try await shelf.call("PATCH", "shelf/\(game)/", as: ada, ["note": "m"])
        #expect(other["updated_at"]?.text != "2026-01-01T00:00:00.000Z")
        #expect(other["added_at"]?.text == "2026-01-01T00:00:00.000Z")
    }

    @Test func `an Idempotency-Key adds once`() async throws {
        let game = try shelf.game("Doom")
        let headers = ["Idempotency-Key": "once"]
        let body: JSONObject = ["game_id": .integer(game)]
        let first = try await shelf.call("POST", "shelf/", as: ada, body, headers: headers)
        let second = try await shelf.call("POST", "shelf/", as: ada, body, headers: headers)
        #expect(first.status == 201 && second.status == 201 && first.body == second.body)
        #expect(second.headers["Idempotency-Replayed"] == "true")
    }
}
