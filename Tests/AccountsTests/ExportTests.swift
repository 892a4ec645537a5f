import Accounts
import Components
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct ExportTests {
    private static let step = RowStatement<String>(
        "select title from notices where tenant_id = $1 and account_id = current_account_id()"
    )

    private static let features = [
        Component(
            .meetups,
            exports: [ExportPart("titles", module: .meetups, step) { title, _ in title }]
        ),
        Component(
            .wagers,
            exports: [ExportPart("wagers", module: .wagers, step) { title, _ in title }]
        ),
    ]

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
                "tenant", "exported_at", "account", "settings", "photo", "mails", "tokens", "sign_ins",
                "known_devices", "second_factor",
                "notices",
                "blocks", "identities", "passkeys", "friends", "events", "push_devices",
                "reports",
                "invites",
                "audit", "hidden_content", "titles",
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

    @Test func `the photo is in it, the largest, and null without one`() async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        #expect(try await world.send("GET", "export/", token: ada.token)["photo"] == .null)
        for person in [ada, bob] {
            try world.database.owner.execute(
                """
                insert into photos (tenant_id, account_id, version, size, format, bytes)
                select tenant_id, id, 7, size, format,
                       convert_to(username || ' ' || size || ' ' || format || repeat('.', 1000), 'UTF8')
                  from accounts, unnest(array[64, 256, 1024]) as size, unnest(array['jpeg', 'webp']) as format
                 where id = \(person.id);
                update accounts set photo_version = 7 where id = \(person.id)
                """
            )
        }
        let export = try await world.send("GET", "export/", token: ada.token)
        #expect(export["photo", "content_type"]?.text == "image/jpeg")
        let data = try #require(export["photo", "data"]?.text)
        let bytes = try world.database.owner.query("select decode($1, 'base64')", .text(data))[0].bytes(0)
        #expect(
            String(decoding: bytes, as: UTF8.self) == "ada 1024 jpeg" + String(repeating: ".", count: 1000)
        )
        #expect(!data.contains("\n"))
    }

    @Test func `stored mail is in it, and the text of a code only when the code is no good any more`()
        async throws
    {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        try world.owner.execute(
            """
            set local parlay.posts = '';
            insert into notices (tenant_id, account_id, kind, title, text)
            select tenant_id, id, 'match_made', 'New match', 'to ' || username from accounts order by id
            """
        )
        try await world.runJobs()
        let code = try await world.resetCode("ada@example.org")
        func mails() async throws -> [JSONValue] {
            let export = try await world.world.send("GET", "export/", token: ada.token)
            #expect(!export.text.contains("to bob") && !export.text.contains("bob@"))
            guard case .array(let mails)? = export["mails"] else { return [] }
            return mails
        }
        let held = try await mails()
        #expect(held.count == 2)
        #expect(held[0]["subject"]?.text == "Reset your password" && held[0]["text"] == .null)
        #expect(held[0]["recipient"]?.text == "ada@example.org")
        #expect(held[1]["text"]?.text?.contains("to ada") == true)
        try world.owner.execute(
            "update stored_mails set secret_until = now() - interval '1 second' where secret_until is not null"
        )
        #expect(try await mails()[0]["text"]?.text?.contains(code) == true)
        // The front sees the caller's alone, and no code.
        let front = try world.world.database.connect(as: .front)
        try front.execute("select set_config('parlay.tenant_id', '\(world.world.tenant.id.rawValue)', false)")
        try front.execute("select set_config('parlay.account_id', '\(bob.id)', false)")
        let rows = try front.query(
            "select recipient from own_stored_mails($1)",
            .integer(world.world.tenant.id.rawValue)
        )
        #expect(try rows.map { try $0.text(0) } == ["bob@example.org"])
        #expect(try front.query("select from own_stored_mails($1)", .integer(999)).isEmpty)
        #expect(throws: DatabaseError.self) { try front.query("select text from stored_mails") }
    }

    @Test func `known devices and the state of the second factor are in it, without secrets`() async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        for name in ["ada", "bob"] {
            let body: JSONObject = [
                "username": .string(name), "password": .string(World.password),
                "device": .string("Phone of \(name)"),
            ]
            #expect(try await world.send("POST", "login/", body, from: "198.51.100.7").status == 200)
        }
        let device = try await world.addSecondFactor(to: ada)
        let export = try await world.send("GET", "export/", token: ada.token)
        guard case .array(let devices)? = export["known_devices"] else {
            Issue.record("known_devices is no list")
            return
        }
        let phone = try #require(devices.first { $0["device"]?.text == "Phone of ada" })
        #expect(phone["network"]?.text == "198.51.100.0" && phone["last_at"]?.text != nil)
        #expect(!export.text.contains("Phone of bob"))
        #expect(export["second_factor", "enabled_at"]?.text != nil)
        #expect(export["second_factor", "recovery_codes_left"]?.integer == 10)
        #expect(export["second_factor", "reset_at"] == .null)
        let sealed = try world.database.owner.query("select encode(secret, 'hex') from second_factors")
        let secret = try sealed[0].text(0)
        #expect(!export.text.contains(secret) && !export.text.contains(device.recoveryCodes[0]))
        #expect(try await world.send("GET", "export/", token: bob.token)["second_factor"] == .null)
        // One that was begun, and not proven, is none.
        let password: JSONObject = ["password": .string(World.password)]
        #expect(try await world.send("POST", "second-factor/", token: bob.token, password).status == 201)
        #expect(try await world.send("GET", "export/", token: bob.token)["second_factor"] == .null)
    }

    @Test func `everything that holds an account's rows is in the export or named here`() async throws {
        let tables = try TestDatabase.current.owner.query(
            """
            select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid
             where c.relnamespace = 'parlay'::regnamespace and c.relkind = 'r' and a.attname = 'account_id'
             order by 1
            """
        ).map { try $0.text(0) }
        // Copies for a day, mail on its way, and digests of codes and of tickets for a minute.
        // The number of the last event is with the events.
        // Sums of wagers and ratings, which are exported, are `wager_figures`, sums of the ledger are `wallets`, and those of
        // games on shelves are `shelves`. The legs of bets are shown with them.
        let others: Set = [
            "email_verifications", "idempotency_keys", "outgoing_mails", "password_resets", "wager_figures",
            "wallets", "bet_legs", "shelves",
            "live_tickets", "streams",
            // Digests of codes, whose number is with the second factor; what was told of is `notices`.
            "recovery_codes", "sign_in_tickets", "security_notices",
        ]
        let exported: Set = [
            "audit", "bets", "blocks", "invites", "ledger", "stored_mails", "match_moves", "meetup_feedback",
            "notices",
            "photos", "reports",
            "tokens", "known_devices", "second_factors", "identities", "passkeys", "push_devices",
            "hidden_content", "sign_ins",
            "wager_ratings", "shelf_games", "stream_events",
        ]
        #expect(
            Set(tables).subtracting(exported).subtracting(others) == [],
            "add the table's rows to the export, then to this list"
        )
    }
}
