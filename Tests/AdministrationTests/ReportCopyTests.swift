import Administration
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// A report keeps what it was about.
@Suite(.database) struct ReportCopyTests {
    private let world: World
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let mod: SignedInPerson

    init() async throws {
        world = try await World.make(modules: [.meetups, .wagers])
        ada = try await world.person("Ada")
        ben = try await world.person("Ben", known: "de", learn: "en")
        mod = try await world.person("Mod")
        try world.promote(mod, .moderator)
        try world.database.owner.execute(
            "update accounts set last_name = 'Arendt', bio = 'Vile.', photo_version = 7 where id = \(ada.id)"
        )
    }

    private func send(
        _ method: String,
        _ path: String,
        as person: SignedInPerson,
        _ body: JSONObject? = nil
    ) async throws -> Answer {
        try await world.send(method, path, token: person.token, body)
    }

    private func report(_ field: String, _ id: Int64) async throws -> Int64 {
        var body: JSONObject = ["reason": "abuse"]
        body.add(field, .integer(id))
        let answer = try await send("POST", "reports/", as: ben, body)
        #expect(answer.status == 201, "\(answer)")
        for member in ["person", "title", "subject_copy", "note"] { #expect(answer[member] == .null) }
        return try #require(answer["id"]?.integer)
    }

    private func queue() async throws -> [JSONValue] {
        try await send("GET", "admin/reports/", as: mod).items
    }

    @Test func `moderators see the person as reported, whatever is edited later`() async throws {
        let id = try await report("account_id", ada.id)
        #expect(
            try await send("PATCH", "profiles/me/", as: ada, ["bio": "Sweet.", "username": "Ann"]).status
                == 200
        )
        let shown = try #require(try await queue().first)
        #expect(shown["id"]?.integer == id && shown["title"]?.text == "Ada")
        #expect(shown["person"]?["id"]?.integer == ada.id && shown["person"]?["username"]?.text == "Ann")
        #expect(shown["subject_copy"] == ["text": "Ada\nAda Arendt\nVile.", "photo_version": 7])
        let decided = try await send("PATCH", "admin/reports/\(id)/", as: mod, ["note": "Seen."])
        #expect(decided["subject_copy", "photo_version"]?.integer == 7 && decided["title"]?.text == "Ada")
        // The reporter's own export does not have it.
        let export = try await send("GET", "export/", as: ben)
        guard case .array(let reports)? = export["reports"] else {
            Issue.record("\(export)")
            return
        }
        #expect(reports.count == 1 && reports[0]["subject_copy"] == .null && reports[0]["person"] == .null)
    }

    @Test func `a wager and a match are copied too, and stay when they are gone`() async throws {
        let draft: JSONObject = [
            "name": "Chess", "description": "For fools.", "amount_cents": 500, "category": "Other",
        ]
        let wager = try #require(try await send("POST", "wagers/", as: ada, draft)["id"]?.integer)
        let match = try #require(
            try await send("POST", "matches/", as: ben, ["a_username": "Ada"])["match_id"]?.integer
        )
        try world.database.owner.execute(
            "update matches set location = 'My place', time_1 = now() + interval '1 day', status_code = 1"
        )
        _ = try await report("wager_id", wager)
        _ = try await report("match_id", match)
        // A moderator sees the wager, which is open.
        #expect(try await send("GET", "wagers/\(wager)/", as: mod).status == 200)
        #expect(try await send("DELETE", "wagers/\(wager)/", as: ada).status == 204)
        #expect(try await send("DELETE", "matches/\(match)/", as: ada).status == 204)
        let shown = try await queue()
        #expect(shown.map { $0["title"]?.text } == ["Ada", "Chess"])
        #expect(shown.map { $0["subject_copy"]?["text"]?.text } == ["My place", "Chess\nFor fools."])
        #expect(shown.allSatisfy { $0["person"]?["id"]?.integer == ada.id })
    }

    private func prune() async throws {
        let pool = try await world.database.worker()
        let now = Timestamp.now.adding(seconds: -90 * 86_400)
        _ = try await world.database.onLoop {
            try await pool.write([ReportStore.pruning.statement(.time(now))])
        }
    }

    @Test func `the copy is erased 90 days after the report is resolved, and not before`() async throws {
        let old = try await report("account_id", ada.id)
        let young = try await report("account_id", ada.id)
        let reopened = try await report("account_id", ada.id)
        let open = try await report("account_id", ada.id)
        for id in [old, young, reopened] {
            _ = try await send("PATCH", "admin/reports/\(id)/", as: mod, ["status": "resolved"])
        }
        try world.database.owner.execute(
            """
            update reports set resolved_at = now() - interval '91 days' where id in (\(old), \(reopened));
            update reports set resolved_at = now() - interval '89 days' where id = \(young);
            update reports set created_at = now() - interval '400 days'
            """
        )
        // A note does not start the time anew; reopening ends it.
        _ = try await send("PATCH", "admin/reports/\(old)/", as: mod, ["note": "Old."])
        _ = try await send("PATCH", "admin/reports/\(reopened)/", as: mod, ["status": "open"])
        try await prune()
        let copies = try await queue().reduce(into: [Int64: JSONValue]()) { found, report in
            if let id = report["id"]?.integer { found[id] = report["subject_copy"] }
        }
        #expect(copies[old] == .null)
        for id in [young, reopened, open] { #expect(copies[id]?["photo_version"]?.integer == 7) }
        let erased = try await queue().first { $0["id"]?.integer == old }
        #expect(erased?["title"] == .null && erased?["person"]?["id"]?.integer == ada.id)
    }

    @Test func `a deleted account takes its copies along`() async throws {
        _ = try await report("account_id", ada.id)
        let password: JSONObject = ["password": .string(World.password)]
        #expect(try await send("DELETE", "profiles/me/", as: ada, password).status == 204)
        let shown = try #require(try await queue().first)
        #expect(shown["subject_copy"] == .null && shown["title"] == .null)
        #expect(shown["person"]?["username"]?.text == "deleted-\(ada.id)")
    }
}
