import Administration
import Components
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct ReportTests {
    /// Matches of the test: those with an even id may be reported.
    private static let feature = Component(
        .meetups,
        reportSubjects: [
            ReportSubject(
                "match",
                ReportRequest.matchID,
                RowStatement(
                    """
                    select null::bigint, 'A match', '', null::bigint where $1 > 0::bigint and $2 % 2 = 0::bigint
                    """
                ),
                id: \.matchID
            )
        ]
    )

    private func world() async throws -> (World, SignedInPerson, SignedInPerson, SignedInPerson) {
        let world = try await World.make(features: [Self.feature])
        let people = (
            try await world.person("ada"), try await world.person("bob"), try await world.person("mod")
        )
        try world.promote(people.2, .moderator)
        return (world, people.0, people.1, people.2)
    }

    @Test func `a report reaches the moderators, who decide on it`() async throws {
        let (world, ada, bob, mod) = try await world()
        let made = try await world.send(
            "POST",
            "reports/",
            token: ada.token,
            ["account_id": .integer(bob.id), "reason": "spam", "text": "Look."]
        )
        #expect(made.status == 201)
        #expect(made.headers["Location"] == nil)
        #expect(made["by", "username"]?.text == "ada")
        #expect(made["about"] == ["type": "account", "id": .integer(bob.id)])
        #expect(
            made["status"]?.text == "open" && made["reason"]?.text == "spam" && made["text"]?.text == "Look."
        )
        let id = try #require(made["id"]?.integer)
        let second = try await world.send(
            "POST",
            "reports/",
            token: bob.token,
            ["match_id": 4, "reason": "other"]
        )
        #expect(second["about"] == ["type": "match", "id": 4] && second["text"]?.text == "")

        let queue = try await world.send("GET", "admin/reports/", token: mod.token)
        #expect(queue.items.compactMap { $0["id"]?.integer } == [second["id"]?.integer, id])
        let decided = try await world.send(
            "PATCH",
            "admin/reports/\(id)/",
            token: mod.token,
            ["status": "resolved", "note": "Warned."]
        )
        #expect(decided.status == 200)
        #expect(decided["status"]?.text == "resolved" && decided["note"]?.text == "Warned.")
        let kept = try await world.send("PATCH", "admin/reports/\(id)/", token: mod.token, [:])
        #expect(kept["note"]?.text == "Warned." && kept["status"]?.text == "resolved")
        let cleared = try await world.send("PATCH", "admin/reports/\(id)/", token: mod.token, ["note": nil])
        #expect(cleared["note"] == .null)
        func ids(_ query: String) async throws -> [Int64?] {
            try await world.send("GET", "admin/reports/?\(query)", token: mod.token).items
                .map { $0["id"]?.integer }
        }
        #expect(try await ids("status=resolved") == [id])
        #expect(try await ids("status=open") == [second["id"]?.integer])
        #expect(try await ids("status=open,resolved").count == 2)
        #expect(try await ids("status=open&status=resolved").count == 2)
        let bad = try await world.send("GET", "admin/reports/?status=lost", token: mod.token)
        #expect(bad.status == 400 && bad["parameter"]?.text == "status")
        let page = try await world.send(
            "GET",
            "admin/reports/?limit=1&status=open,resolved",
            token: mod.token
        )
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await ids("status=resolved,open&cursor=\(cursor)") == [id])
        let entries = try world.database.owner.query(
            "select account_id, subject_id, details ->> 'note' from audit where action = 'report.decide' order by id"
        )
        #expect(entries.map { $0.optionalText(2) } == ["Warned.", nil, nil])
        #expect(try entries[0].integer(0) == mod.id && entries[0].integer(1) == id)
    }

    @Test func `exactly one thing that is there is named`() async throws {
        let (world, ada, bob, _) = try await world()
        func fields(_ body: JSONObject) async throws -> [String] {
            let answer = try await world.send("POST", "reports/", token: ada.token, body)
            #expect(answer.status == 422, "\(answer)")
            return answer.faultyFields
        }
        #expect(try await fields(["reason": "spam"]) == ["account_id"])
        #expect(try await fields([:]) == ["account_id", "reason"])
        #expect(try await fields(["account_id": 1, "match_id": 2, "reason": "spam"]) == ["match_id"])
        #expect(try await fields(["account_id": 999_999, "reason": "spam"]) == ["account_id"])
        #expect(try await fields(["account_id": .integer(ada.id), "reason": "spam"]) == ["account_id"])
        #expect(
            try await fields(["account_id": 999_999, "reason": "?", "zz": 1]) == [
                "account_id", "reason", "zz",
            ]
        )
        #expect(try await fields(["match_id": 3, "reason": "spam"]) == ["match_id"])
        #expect(try await fields(["wager_id": 3, "reason": "spam"]) == ["account_id", "wager_id"])
        let long = JSONValue.string(String(repeating: "x", count: 2001))
        let body: JSONObject = ["account_id": .integer(bob.id), "reason": "boring", "text": long]
        #expect(try await fields(body) == ["reason", "text"])
        #expect(try world.database.owner.query("select from reports").isEmpty)
    }

    @Test func `who blocks can be reported all the same`() async throws {
        let (world, ada, bob, _) = try await world()
        _ = try await world.send("POST", "blocks/\(ada.id)/", token: bob.token)
        let body: JSONObject = ["account_id": .integer(bob.id), "reason": "abuse"]
        #expect(try await world.send("POST", "reports/", token: ada.token, body).status == 201)
    }

    @Test func `the queue is for moderators and admins of the tenant`() async throws {
        let (world, ada, bob, mod) = try await world()
        let body: JSONObject = ["account_id": .integer(bob.id), "reason": "abuse"]
        let id = try #require(try await world.send("POST", "reports/", token: ada.token, body)["id"]?.integer)
        _ = try await world.addTenant("other")
        let eve = try await world.person("eve", tenant: "other")
        try world.promote(eve, .admin, in: "other")
        let patch = "admin/reports/\(id)/"
        // The role counts for more than a body or a query that is wrong.
        #expect(
            try await world.send(
                "PATCH",
                patch,
                token: ada.token,
                raw: "{",
                headers: ["Content-Type": "application/json"]
            ).status == 403
        )
        #expect(try await world.send("GET", "admin/reports/?zz=1", token: ada.token).status == 403)
        let elsewhere = try await world.send(
            "PATCH",
            patch,
            token: eve.token,
            ["status": "open"],
            tenant: "other"
        )
        #expect(elsewhere.status == 404)
        #expect(
            try await world.send("GET", "admin/reports/", token: eve.token, tenant: "other").items.isEmpty
        )
        try world.promote(mod, .admin)
        #expect(try await world.send("GET", "admin/reports/", token: mod.token).items.count == 1)
        let missing = try await world.send(
            "PATCH",
            "admin/reports/999999/",
            token: mod.token,
            ["status": "x"]
        )
        #expect(missing.status == 404)
        #expect(
            try await world.send("PATCH", patch, token: mod.token, ["status": "x"]).faultyFields == ["status"]
        )
    }
}
