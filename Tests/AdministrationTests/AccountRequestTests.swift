import Accounts
import Administration
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// What admins do for somebody who asks: a code for a new password, signing out, the export and the deletion.
@Suite(.database) struct AccountRequestTests {
    private func world() async throws -> (World, SignedInPerson, SignedInPerson) {
        let world = try await World.make()
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        return (world, ada, try await world.person("bob"))
    }

    private func entries(_ world: World, _ action: String, by: SignedInPerson, on: SignedInPerson) throws
        -> [String]
    {
        try world.database.owner.query(
            """
            select details::text from audit
             where action = $1 and account_id = $2 and subject_type = 'account' and subject_id = $3
             order by id
            """,
            .text(action),
            .integer(by.id),
            .integer(on.id)
        ).map { try $0.text(0) }
    }

    private func call(
        _ world: World,
        _ method: String,
        _ whom: SignedInPerson,
        _ rest: String,
        by: SignedInPerson
    ) async throws -> Answer {
        try await world.send(method, "admin/accounts/\(whom.id)/\(rest)", token: by.token)
    }

    @Test func `an admin lists somebody's mail with what became of it, and never its text`() async throws {
        let (world, ada, bob) = try await world()
        let owner = try world.database.owner
        try owner.execute(
            """
            insert into stored_mails (tenant_id, account_id, message_id, recipient, subject, text, source, created_at)
            select tenant_id, id, username, email, 'For ' || username, 'secret words', 'secret words', now() - interval '3 hours'
              from accounts;
            insert into stored_mails (tenant_id, account_id, message_id, recipient, subject, kind, created_at)
            select tenant_id, id, username, 'old-' || email, 'To ' || username, 'email_changed', now() - interval '4 hours'
              from accounts;
            insert into outgoing_mails (tenant_id, kind, account_id, recipient, created_at)
            select tenant_id, 'email_changed', id, email, now() - interval '2 hours' from accounts;
            insert into outgoing_mails (tenant_id, kind, recipient, created_at)
            select tenant_id, 'password_reset', email, now() - interval '1 hour' from accounts;
            insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
            select tenant_id, id, 'send_account_mail', jsonb_build_object('mail', id), 30, 30, 'refused', now()
              from outgoing_mails where kind = 'email_changed'
            """
        )
        func list(_ query: String, by person: SignedInPerson) async throws -> Answer {
            try await call(world, "GET", bob, "mails/\(query)", by: person)
        }
        let all = try await list("", by: ada)
        #expect(all.status == 200)
        #expect(
            all.items.map { mail in
                ["state", "kind", "recipient", "subject"].map { mail[$0]?.text ?? "-" }.joined(separator: " ")
            } == [
                "waiting password_reset bob@example.org -", "failed email_changed bob@example.org -",
                "stored stored bob@example.org For bob", "sent email_changed old-bob@example.org To bob",
            ]
        )
        #expect(!"\(all)".contains("secret"))
        let first = try await list("?limit=2", by: ada)
        let cursor = try #require(first["next_cursor"]?.text)
        #expect(
            try await list("?limit=2&cursor=\(cursor)", by: ada).items.map { $0["state"]?.text } == [
                "stored", "sent",
            ]
        )
        #expect(try await list("", by: bob).status == 403)
    }

    @Test func `a code is mailed to the account, whose password and devices stay`() async throws {
        let (world, ada, bob) = try await world()
        #expect(try await call(world, "POST", bob, "password-reset/", by: ada).status == 202)
        let mails = try world.database.owner.query(
            "select recipient from outgoing_mails where kind = 'password_reset'"
        )
        #expect(try mails.map { try $0.text(0) } == ["bob@example.org"])
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 200)
        #expect(try entries(world, "account.reset", by: ada, on: bob) == ["{}"])
    }

    @Test func `nobody is mailed who is suspended or has no address`() async throws {
        let (world, ada, bob) = try await world()
        for change in ["status = 'suspended'", "status = 'active', email = null"] {
            _ = try world.database.owner.execute("update accounts set \(change) where id = \(bob.id)")
            let answer = try await call(world, "POST", bob, "password-reset/", by: ada)
            #expect(answer.status == 409 && answer.code == "account_unreachable", "\(change): \(answer)")
        }
        #expect(try entries(world, "account.reset", by: ada, on: bob).isEmpty)
        #expect(
            try world.database.owner.query("select from outgoing_mails where kind = 'password_reset'").isEmpty
        )
    }

    @Test func `signing out ends all tokens of that account, and the log counts them`() async throws {
        let (world, ada, bob) = try await world()
        let again = try await world.send(
            "POST",
            "login/",
            ["username": "bob", "password": .string(World.password)]
        )
        let second = try #require(again["token"]?.text)
        #expect(try await call(world, "DELETE", bob, "tokens/", by: ada).status == 204)
        for token in [bob.token, second] {
            #expect(try await world.send("GET", "profiles/me/", token: token).status == 401)
        }
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
        #expect(try entries(world, "account.sign_out", by: ada, on: bob) == [#"{"tokens": 2}"#])
        #expect(try await call(world, "DELETE", bob, "tokens/", by: ada).status == 204)
        #expect(try entries(world, "account.sign_out", by: ada, on: bob).last == #"{"tokens": 0}"#)
    }

    @Test func `the export is the person's own, and the caller is the caller again after it`() async throws {
        let (world, ada, bob) = try await world()
        let own = try await world.send("GET", "export/", token: bob.token)
        let answer = try await call(world, "GET", bob, "export/", by: ada)
        #expect(answer.status == 200, "\(answer)")
        #expect(answer.headers["Content-Disposition"]?.contains("bob.json") == true)
        let (mine, theirs) = (try #require(own.json), try #require(answer.json))
        #expect(mine.keys == theirs.keys)
        for key in mine.keys where !["exported_at", "tokens"].contains(key) {
            #expect(mine[key] == theirs[key], "\(key)")
        }
        #expect(try entries(world, "account.export", by: ada, on: bob).count == 1)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token)["id"]?.integer == ada.id)
    }

    @Test func `an admin deletes the account of somebody else, and not their own`() async throws {
        let (world, ada, bob) = try await world()
        let own = try await call(world, "DELETE", ada, "", by: ada)
        #expect(own.status == 409 && own.code == "own_role", "\(own)")
        #expect(try await call(world, "DELETE", bob, "", by: ada).status == 204)
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 401)
        let rows = try world.database.owner.query(
            "select status, email is null and password_hash is null from accounts where id = $1",
            .integer(bob.id)
        )
        #expect(try rows[0].text(0) == "deleted")
        #expect(try rows[0].boolean(1))
        #expect(try entries(world, "account.erase", by: ada, on: bob).count == 1)
        for (method, rest) in [
            ("DELETE", ""), ("DELETE", "tokens/"), ("GET", "export/"), ("POST", "password-reset/"),
        ] {
            #expect(try await call(world, method, bob, rest, by: ada).status == 404, "\(method) \(rest)")
        }
    }

    @Test func `moderators do none of this`() async throws {
        let (world, ada, bob) = try await world()
        try world.promote(bob, .moderator)
        for (method, rest) in [
            ("DELETE", ""), ("DELETE", "tokens/"), ("GET", "export/"), ("POST", "password-reset/"),
        ] {
            #expect(try await call(world, method, ada, rest, by: bob).status == 403, "\(method) \(rest)")
        }
    }
}
