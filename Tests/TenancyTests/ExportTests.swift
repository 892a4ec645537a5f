import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestSupport
import Testing

@Suite(.database) struct ExportTests {
    private static let step = Statement(
        "select title from notices where tenant_id = $1 and account_id = current_account_id()"
    )

    private static let features = FeatureParts(exports: [
        ExportPart("titles", module: .meetups, step) { row, _ in try row.text(0) },
        ExportPart("wagers", module: .wagers, step) { row, _ in try row.text(0) },
    ])

    @Test func `the export is all that is held about the caller, and nothing of others`() async throws {
        let world = try await World.make(features: Self.features)
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        try world.promote(ada, .admin)
        _ = try await world.send("PATCH", "settings/", token: ada.token, ["locale": "de"])
        _ = try await world.send("PATCH", "profiles/me/", token: bob.token, ["bio": "bob's secret"])
        for (by, whom) in [(ada, bob), (bob, ada)] {
            let body: JSONObject = [
                "account_id": .integer(whom.id), "reason": "abuse", "text": .string("by \(by.username)"),
            ]
            _ = try await world.send("POST", "reports/", token: by.token, body)
            try world.database.owner.execute(
                """
                insert into notices (tenant_id, account_id, kind, title, text)
                values (\(world.tenant.id.rawValue), \(by.id), 'match_made', 'to \(by.username)', '')
                """
            )
        }
        let report =
            try await world.send("GET", "admin/reports/", token: ada.token).items[1]["id"]?.integer ?? 0
        _ = try await world.send("PATCH", "admin/reports/\(report)/", token: ada.token, ["note": "quarrel"])
        _ = try await world.send("POST", "blocks/\(bob.id)/", token: ada.token)
        let code = try await world.send("POST", "admin/invites/", token: ada.token, ["uses": 1])["code"]?.text

        let export = try await world.send("GET", "export/", token: ada.token)
        #expect(export.status == 200)
        #expect(export.headers["Content-Disposition"] == "attachment; filename=\"demo-ada.json\"")
        #expect(export.headers["Content-Type"] == "application/json")
        #expect(export.headers["Cache-Control"] == "no-store")
        #expect(
            export.json?.keys == [
                "tenant", "exported_at", "account", "settings", "tokens", "notices", "blocks", "reports",
                "invites",
                "audit", "titles",
            ]
        )
        #expect(export["account", "email"]?.text == "ada@example.org")
        #expect(export["settings", "locale"]?.text == "de")
        #expect(export["titles"] == ["to ada"])
        for (name, count) in [
            ("tokens", 1), ("notices", 1), ("blocks", 1), ("reports", 1), ("invites", 1), ("audit", 2),
        ] {
            guard case .array(let items)? = export[name] else {
                Issue.record("\(name) is no list")
                continue
            }
            #expect(items.count == count, "\(name)")
        }
        for secret in [
            "bob@example", "bob's secret", "to bob", "by bob", "argon2", ada.token, code ?? "", "digest",
        ] {
            #expect(!export.text.contains(secret), "\(secret)")
        }
        // The moderators' note is not the reporter's to read.
        let bobs = try await world.send("GET", "export/", token: bob.token)
        #expect(!bobs.text.contains("quarrel") && bobs.text.contains("by bob"))
        #expect(!bobs.text.contains("account.change") && bobs["audit"] == [])
    }

    @Test func `everything that holds an account's rows is in the export or named here`() async throws {
        let tables = try TestDatabase.current.owner.query(
            """
            select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid
             where c.relnamespace = 'parlay'::regnamespace and c.relkind = 'r' and a.attname = 'account_id'
             order by 1
            """
        ).map { try $0.text(0) }
        // Copies for a day, mail on its way, copies of notices where no mail server is, and digests of codes.
        // Sums of wagers and ratings, which are exported, are `wager_figures`.
        let others: Set = [
            "idempotency_keys", "outgoing_mails", "kept_mails", "password_resets", "wager_figures",
        ]
        let exported: Set = [
            "audit", "blocks", "invites", "meetup_feedback", "notices", "photos", "reports", "tokens",
            "wager_ratings",
        ]
        #expect(
            Set(tables).subtracting(exported).subtracting(others) == [],
            "add the table's rows to the export, then to this list"
        )
    }
}
