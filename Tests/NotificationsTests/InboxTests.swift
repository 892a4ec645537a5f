import Database
import HTTPServer
import Notifications
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct InboxTests {
    private func notify(_ world: World, _ drafts: [NoticeDraft]) async throws {
        let worker = try await world.database.worker()
        let queries = drafts.map { $0.query(world.tenant.id, at: .now) }
        _ = try await world.database.onLoop { try await worker.write(queries) }
    }

    private func draft(_ to: [SignedInPerson], _ title: String, key: String? = nil, by: SignedInPerson? = nil)
        -> NoticeDraft
    {
        NoticeDraft(
            to: to.map { AccountID(rawValue: $0.id) },
            .matchMade,
            title: title,
            text: "…",
            subject: Subject(type: "match", id: 7),
            uniqueKey: key,
            by: by.map { AccountID(rawValue: $0.id) }
        )
    }

    @Test func `notices reach their people once, and never who did it`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        try await notify(
            world,
            [draft([ada, bob], "1", key: "k", by: bob), draft([ada, bob], "2", key: "k", by: bob)]
        )
        try await notify(world, [draft([ada], "3")])
        let inbox = try await world.send("GET", "inbox/", token: ada.token)
        #expect(inbox.items.map { $0["title"]?.text } == ["3", "1"])
        #expect(inbox.items[1]["kind"]?.text == "match_made")
        #expect(inbox.items[1]["subject"] == ["type": "match", "id": 7])
        #expect(inbox.items[1]["read_at"] == .null)
        #expect(try await world.send("GET", "inbox/", token: bob.token).items.isEmpty)
    }

    @Test func `reading marks only the caller's notices`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        try await notify(world, (1...4).map { draft([ada, bob], "\($0)") })
        let all = try await world.send("GET", "inbox", token: ada.token)
        let ids = all.items.compactMap { $0["id"]?.integer }
        #expect(ids.count == 4)
        func read(_ body: JSONObject, _ token: String) async throws -> Int {
            try await world.send("POST", "inbox/read/", token: token, body).status
        }
        #expect(try await read(["ids": [.integer(ids[0])]], bob.token) == 204)
        #expect(try await read(["up_to": .integer(ids[2])], ada.token) == 204)
        let unread = try await world.send("GET", "inbox/?unread=true", token: ada.token)
        #expect(unread.items.compactMap { $0["id"]?.integer } == [ids[0], ids[1]])
        #expect(try await read(["ids": [.integer(ids[0])]], ada.token) == 204)
        #expect(try await world.send("GET", "inbox/?unread=true", token: ada.token).items.count == 1)
        #expect(try await world.send("GET", "inbox/?unread=false", token: ada.token).items.count == 4)
        let bobs = try await world.send("GET", "inbox/?unread=true", token: bob.token)
        #expect(bobs.items.count == 4)
        #expect(try await read([:], ada.token) == 422)
        #expect(try await read(["ids": [1], "up_to": 2], ada.token) == 422)
        // All about one thing.
        #expect(try await read(["subject": ["type": "match", "id": 8]], bob.token) == 204)
        #expect(try await read(["subject": ["type": "bet", "id": 7]], bob.token) == 204)
        #expect(try await world.send("GET", "inbox/?unread=true", token: bob.token).items.count == 4)
        #expect(try await read(["subject": ["type": "match", "id": 7]], bob.token) == 204)
        #expect(try await world.send("GET", "inbox/?unread=true", token: bob.token).items.isEmpty)
        #expect(try await world.send("GET", "inbox/?unread=true", token: ada.token).items.count == 1)
        #expect(try await read(["subject": ["type": "match", "id": 7], "up_to": 2], ada.token) == 422)
    }

    @Test func `a cursor is good for its list, its filter and its caller`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        try await notify(world, (1...5).map { draft([ada, bob], "\($0)") })
        let first = try await world.send("GET", "inbox/?limit=2&unread=true", token: ada.token)
        let cursor = try #require(first["next_cursor"]?.text)
        #expect(first.headers["Link"]?.contains("unread=true") == true)
        try await notify(world, [draft([ada], "6")])
        let second = try await world.send(
            "GET",
            "inbox/?limit=3&unread=true&cursor=\(cursor)",
            token: ada.token
        )
        #expect(second.items.map { $0["title"]?.text } == ["3", "2", "1"])
        #expect(second["next_cursor"] == .null)
        for path in [
            "inbox/?cursor=\(cursor)", "tokens/?cursor=\(cursor)", "inbox/?unread=true&cursor=\(cursor)x",
        ] {
            let refused = try await world.send("GET", path, token: ada.token)
            #expect(refused.status == 400)
            #expect(refused["parameter"]?.text == "cursor")
        }
        let others = try await world.send("GET", "inbox/?unread=true&cursor=\(cursor)", token: bob.token)
        #expect(others.status == 400)
        for query in ["limit=0", "limit=101", "limit=x", "unread=yes", "sort=id", "limit=1&limit=2"] {
            #expect(try await world.send("GET", "inbox/?\(query)", token: ada.token).code == "bad_query")
        }
    }
}
