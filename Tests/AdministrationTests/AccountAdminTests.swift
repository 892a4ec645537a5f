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

@Suite(.database) struct AccountAdminTests {
    private func world(_ connections: DatabasePool.Sizes = .small) async throws -> (
        World, SignedInPerson, SignedInPerson
    ) {
        let world = try await World.make(connections: connections)
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        return (world, ada, try await world.person("Bob"))
    }

    private func patch(_ world: World, _ by: SignedInPerson, _ whom: Int64, _ body: JSONObject) async throws
        -> Answer
    {
        try await world.send("PATCH", "admin/accounts/\(whom)/", token: by.token, body)
    }

    @Test func `accounts are listed newest first and found by parts of what they are called`() async throws {
        let (world, ada, bob) = try await world()
        let cem = try await world.person("cem")
        _ = try await world.addTenant("other")
        _ = try await world.person("bobby", tenant: "other")
        func ids(_ query: String) async throws -> [Int64] {
            let answer = try await world.send("GET", "admin/accounts/?\(query)", token: ada.token)
            #expect(answer.status == 200, "\(answer)")
            return answer.items.compactMap { $0["id"]?.integer }
        }
        #expect(try await ids("") == [cem.id, bob.id, ada.id])
        #expect(try await ids("q=BO") == [bob.id])
        #expect(try await ids("q=cem%40example") == [cem.id])
        #expect(try await ids("q=example").count == 3)
        #expect(try await ids("q=%25") == [])
        let page = try await world.send("GET", "admin/accounts/?q=e&limit=2", token: ada.token)
        #expect(page.items[0]["email"]?.text == "cem@example.org")
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await ids("q=e&cursor=\(cursor)") == [ada.id])
        #expect(
            try await world.send("GET", "admin/accounts/?cursor=\(cursor)", token: ada.token).status == 400
        )
        let password: JSONObject = ["password": .string(World.password)]
        _ = try await world.send("DELETE", "profiles/me/", token: cem.token, password)
        #expect(try await ids("") == [bob.id, ada.id])
        #expect(try await patch(world, ada, cem.id, ["role": "member"]).status == 404)
        #expect(try await world.send("GET", "admin/accounts/", token: bob.token).status == 403)
    }

    @Test func `accounts are sorted by name and by their last activity, page by page`() async throws {
        let (world, ada, bob) = try await world()
        let cem = try await world.person("cem")
        let dan = try await world.person("dan")
        let owner = try world.database.owner
        for (person, name, days) in [
            (ada, "Zoe", 0), (bob, "Ärmel", 3), (cem, "Aaron", 2), (dan, "Berta", 1),
        ] {
            _ = try owner.query(
                """
                update accounts
                   set first_name = $2, last_name = null,
                       last_active_at = date_trunc('hour', now()) - $3::bigint * interval '1 day'
                 where id = $1
                """,
                .integer(person.id),
                .text(name),
                .integer(days)
            )
        }
        func ids(_ sort: String) async throws -> [Int64] {
            var (ids, cursor): ([Int64], String?) = ([], nil)
            repeat {
                let next = cursor.map { "&cursor=\($0)" } ?? ""
                let path = "admin/accounts/?sort=\(sort)&limit=3\(next)"
                let page = try await world.send("GET", path, token: ada.token)
                #expect(page.status == 200, "\(page)")
                ids += page.items.compactMap { $0["id"]?.integer }
                cursor = page["next_cursor"]?.text
            } while cursor != nil
            return ids
        }
        #expect(try await ids("newest") == [dan.id, cem.id, bob.id, ada.id])
        #expect(try await ids("name") == [cem.id, bob.id, dan.id, ada.id])
        #expect(try await ids("last_active") == [ada.id, dan.id, cem.id, bob.id])
        let bad = try await world.send("GET", "admin/accounts/?sort=age", token: ada.token)
        #expect(bad.code == "bad_query")
    }

    @Test func `an account is shown as in the list, with an ETag that its change takes`() async throws {
        let (world, ada, bob) = try await world()
        _ = try await world.addTenant("other")
        let far = try await world.person("far", tenant: "other")
        func show(_ id: Int64, _ headers: [String: String] = [:]) async throws -> Answer {
            try await world.send("GET", "admin/accounts/\(id)/", token: ada.token, headers: headers)
        }
        let shown = try await show(bob.id)
        #expect(shown.status == 200 && shown["email"]?.text == "bob@example.org", "\(shown)")
        let list = try await world.send("GET", "admin/accounts/", token: ada.token)
        let listed = try #require(list.items.first { $0["id"]?.integer == bob.id })
        #expect(shown.json.map { JSONValue.object($0) } == listed)
        let tag = try #require(shown.headers["ETag"])
        #expect(try await show(bob.id, ["If-None-Match": tag]).status == 304)
        let changed = try await world.send(
            "PATCH",
            "admin/accounts/\(bob.id)/",
            token: ada.token,
            ["status": "suspended"],
            headers: ["If-Match": tag]
        )
        #expect(changed.status == 200)
        #expect(try await show(bob.id, ["If-None-Match": tag])["status"]?.text == "suspended")
        #expect(try await show(far.id).status == 404)
        #expect(try await show(999_999).status == 404)
        _ = try await patch(world, ada, bob.id, ["status": "active"])
        #expect(try await world.send("GET", "admin/accounts/\(ada.id)/", token: bob.token).status == 403)
        let password: JSONObject = ["password": .string(World.password)]
        _ = try await world.send("DELETE", "profiles/me/", token: bob.token, password)
        #expect(try await show(bob.id).status == 404)
    }

    @Test func `an entry says whom and what it is about, by the names of now`() async throws {
        let (world, ada, bob) = try await world()
        _ = try await patch(world, ada, bob.id, ["role": "moderator"])
        let report: JSONObject = ["account_id": .integer(ada.id), "reason": "spam", "text": "x"]
        let made = try await world.send("POST", "reports/", token: bob.token, report)
        let id = try #require(made["id"]?.integer)
        _ = try await world.send("PATCH", "admin/reports/\(id)/", token: ada.token, ["status": "resolved"])
        let invite = try await world.send("POST", "admin/invites/", token: ada.token, ["uses": 2])
        let owner = try world.database.owner
        try owner.execute(
            """
            insert into webhooks (tenant_id, url, events, created_at, updated_at)
            select id, 'https://hook.example.org/a', '{*}', now(), now() from tenants where slug = 'demo';
            insert into audit (tenant_id, action, subject_type, subject_id)
            select tenant_id, 'webhook.create', 'webhook', id from webhooks
            """
        )
        func entries() async throws -> [(String?, String?)] {
            let log = try await world.send("GET", "admin/audit/", token: ada.token)
            // Without those of the tenant's creation and of Ada's role.
            return log.items.dropLast(2).map { ($0["person"]?["username"]?.text, $0["title"]?.text) }
        }
        let before = try await entries()
        #expect(before.map(\.0) == [nil, "ada", "Bob", "Bob"])
        #expect(
            before.map(\.1) == ["https://hook.example.org/a", invite["prefix"]?.text, "spam", "Bob"]
        )
        try owner.execute("delete from webhooks")
        let password: JSONObject = ["password": .string(World.password)]
        _ = try await world.send("DELETE", "profiles/me/", token: bob.token, password)
        let after = try await entries()
        #expect(after.first?.1 == nil)
        #expect(after.last?.0 == "deleted-\(bob.id)" && after.last?.1 == "deleted-\(bob.id)")
        // The settings of the tenant are about nobody.
        _ = try await world.send("PATCH", "admin/settings/", token: ada.token, ["token_days": 9])
        let first = try await entries()[0]
        #expect(first.0 == nil && first.1 == nil)
    }

    @Test func `a role is given and taken`() async throws {
        let (world, ada, bob) = try await world()
        let made = try await patch(world, ada, bob.id, ["role": "moderator"])
        #expect(made.status == 200 && made["role"]?.text == "moderator" && made["status"]?.text == "active")
        #expect(try await world.send("GET", "admin/reports/", token: bob.token).status == 200)
        let tag = try #require(made.headers["ETag"])
        _ = try await patch(world, ada, bob.id, ["role": "member"])
        #expect(try await world.send("GET", "admin/reports/", token: bob.token).status == 403)
        let stale = try await world.send(
            "PATCH",
            "admin/accounts/\(bob.id)/",
            token: ada.token,
            ["role": "admin"],
            headers: ["If-Match": tag]
        )
        #expect(stale.status == 412)
        #expect(
            try await patch(world, ada, bob.id, ["role": "king", "status": "deleted"]).faultyFields == [
                "role", "status",
            ]
        )
        #expect(try await patch(world, ada, 999_999, ["role": "king"]).status == 404)
    }

    @Test func `a suspended account's tokens are refused at once, and work again`() async throws {
        let (world, ada, bob) = try await world()
        #expect(try await patch(world, ada, bob.id, ["status": "suspended"])["status"]?.text == "suspended")
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 401)
        let login: JSONObject = ["username": "bob", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", login).code == "account_suspended")
        #expect(try await patch(world, ada, bob.id, ["status": "active"]).status == 200)
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 200)
    }

    @Test func `admins cannot change their own role, and the last admin stays`() async throws {
        let (world, ada, bob) = try await world(.init(readers: 2, writers: 4, transactions: 1))
        for body: JSONObject in [["role": "member"], ["role": "admin"], ["status": "suspended"]] {
            let own = try await patch(world, ada, ada.id, body)
            #expect(own.status == 409 && own.code == "own_role")
        }
        #expect(try await patch(world, ada, bob.id, ["role": "admin"]).status == 200)
        // Each demotes the other, at the same time.
        let answers = try await world.sendTogether(2) { number in
            let (by, whom) = number == 0 ? (ada, bob) : (bob, ada)
            return try await patch(world, by, whom.id, ["role": "member"])
        }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(
            answers.allSatisfy { $0.status == 200 || $0.code == "last_admin" || $0.status == 403 },
            "\(answers)"
        )
        let admins = try world.database.owner.query("select from accounts where role = 'admin'")
        #expect(admins.count == 1)
    }

    @Test func `every change is in the audit log with who, what, when and on whom`() async throws {
        let (world, ada, bob) = try await world()
        _ = try await patch(
            world,
            ada,
            bob.id,
            ["role": "moderator", "status": "suspended", "reason": "Spam"]
        )
        _ = try await patch(world, ada, bob.id, ["role": "moderator"])
        _ = try await patch(world, ada, bob.id, [:])
        _ = try await world.send("POST", "admin/invites/", token: ada.token, ["uses": 2])
        let log = try await world.send("GET", "admin/audit/", token: ada.token)
        #expect(
            log.items.map { $0["action"]?.text } == [
                "invite.create", "account.change", "account.change", "tenant.create",
            ]
        )
        let change = log.items[1]
        #expect(change["by"]?["id"]?.integer == ada.id)
        #expect(change["subject"] == ["type": "account", "id": .integer(bob.id)])
        #expect(
            change["details"] == [
                "role": ["from": "member", "to": "moderator"],
                "status": ["from": "active", "to": "suspended"], "reason": "Spam",
            ]
        )
        #expect(change["created_at"]?.text?.hasSuffix("Z") == true)
        // The operator made Ada an admin, and the tenant.
        #expect(log.items[2]["by"] == .null && log.items[2]["subject"]?["id"]?.integer == ada.id)
        let page = try await world.send("GET", "admin/audit/?limit=3", token: ada.token)
        let cursor = try #require(page["next_cursor"]?.text)
        let rest = try await world.send("GET", "admin/audit/?cursor=\(cursor)", token: ada.token)
        #expect(rest.items.map { $0["action"]?.text } == ["tenant.create"])
        _ = try await world.addTenant("other")
        let eve = try await world.person("eve", tenant: "other")
        try world.promote(eve, .admin, in: "other")
        let others = try await world.send("GET", "admin/audit/", token: eve.token, tenant: "other")
        #expect(others.items.count == 2)
        #expect(try await world.send("GET", "admin/audit/", token: bob.token).status == 401)
    }

    @Test func `a front writes the audit log and never changes it`() async throws {
        let (world, _, _) = try await world()
        let front = try world.database.connect(as: .front)
        try front.execute("select set_config('parlay.tenant_id', '\(world.tenant.id.rawValue)', false)")
        #expect(throws: DatabaseError.self) { try front.execute("update audit set action = 'x'") }
        #expect(throws: DatabaseError.self) { try front.execute("delete from audit") }
    }

    @Test func `the operator's work is in the audit log, with the change or not at all`() async throws {
        let (world, ada, _) = try await world()
        let owner = try world.database.owner
        let (tenants, accounts) = (TenantAdmin(owner), AccountAdmin(owner, tenant: world.tenant))
        _ = try tenants.rename("demo", "Word")
        _ = try tenants.set(["token_days": 5], of: "demo")
        _ = try tenants.setModules([.wagers], of: "demo")
        _ = try tenants.setActive(false, "demo")
        _ = try tenants.setActive(false, "demo")
        let bob = try accounts.account("bob")
        _ = try accounts.setSuspended(true, bob)
        _ = try accounts.setPassword("a fresh secret", of: bob, hasher: try World.hasher.get())
        let told = try owner.query(
            """
            select n.account_id from notices n
              join security_notices s on s.tenant_id = n.tenant_id and s.notice_id = n.id
              join jobs j on j.kind = 'send_security_mail' and (j.payload ->> 'notice')::bigint = n.id
             where n.arguments ->> 'text' = 'securityPassword'
            """
        )
        #expect(try told.map { try $0.integer(0) } == [bob.id.rawValue])
        #expect(throws: AdministrationError.account(.lastAdmin)) {
            try accounts.setRole(.member, of: try accounts.account("ada"))
        }
        let token = try #require(try accounts.tokens(of: try accounts.account("ada"), limit: 9).first)
        #expect(token.username == "ada")
        try accounts.revoke(TokenID(rawValue: token.token.id))
        #expect(throws: AdministrationError.unknownToken(TokenID(rawValue: token.token.id))) {
            try accounts.revoke(TokenID(rawValue: token.token.id))
        }
        #expect(try accounts.tokens(of: nil, limit: 9).isEmpty)
        let actions = try owner.query(
            "select action || ' ' || details from audit where account_id is null order by id"
        )
        #expect(
            try actions.map { try $0.text(0) } == [
                "tenant.create {}", #"account.change {"role": {"to": "admin", "from": "member"}}"#,
                #"tenant.change {"name": {"to": "Word", "from": "Demo"}}"#,
                #"settings.change {"token_days": {"to": 5, "from": 180}}"#,
                #"tenant.change {"modules": ["wagers"]}"#,
                #"tenant.change {"status": "suspended"}"#,
                #"account.change {"status": {"to": "suspended", "from": "active"}}"#, "account.password {}",
                #"token.revoke {"token": \#(token.token.id)}"#,
            ]
        )
        #expect(try owner.query("select from audit where details::text ~ 'fresh'").isEmpty)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 401)
    }
}
