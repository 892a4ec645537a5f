import Administration
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct InviteTests {
    private func world(_ policy: RegistrationPolicy = .invite) async throws -> (World, SignedInPerson) {
        let world = try await World.make(connections: .init(readers: 2, writers: 8, transactions: 1))
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        _ = try TenantAdmin(try world.database.owner).set(
            ["registration": .string(policy.rawValue)],
            of: "demo"
        )
        try await world.refreshTenants()
        return (world, ada)
    }

    private func register(_ world: World, _ name: String, _ code: JSONValue?, tenant: String = "demo")
        async throws
        -> Answer
    {
        var body = World.registration(name)
        if let code { body.add("invite_code", code) }
        return try await world.send("POST", "register/", body, tenant: tenant)
    }

    private func invite(_ world: World, _ ada: SignedInPerson, _ body: JSONObject) async throws -> (
        Int64, JSONValue
    ) {
        let answer = try await world.send("POST", "admin/invites/", token: ada.token, body)
        #expect(answer.status == 201, "\(answer)")
        return (try #require(answer["id"]?.integer), try #require(answer["code"]))
    }

    @Test func `a code lets as many in as it says, and is told once`() async throws {
        let (world, ada) = try await world()
        let made = try await world.send("POST", "admin/invites/", token: ada.token, ["uses": 2])
        #expect(made.status == 201 && made.headers["Location"] == nil)
        let code = try #require(made["code"]?.text)
        #expect(made["uses"]?.integer == 2 && made["used"]?.integer == 0 && made["expires_at"] == .null)
        #expect(made["created_by", "username"]?.text == "ada")
        #expect(try await register(world, "bob", .string(code)).status == 201)
        #expect(try await register(world, "cem", .string(code)).status == 201)
        let third = try await register(world, "dora", .string(code))
        #expect(third.status == 403 && third.code == "invite_required")
        let list = try await world.send("GET", "admin/invites/", token: ada.token)
        #expect(list.items.map { $0["used"]?.integer } == [2])
        #expect(list.items[0]["prefix"]?.text == String(code.prefix(4)))
        #expect(!list.text.contains(code))
        let stored = try world.database.owner.query("select to_jsonb(i)::text from invites i")
        #expect(try !stored[0].text(0).contains(code))
    }

    @Test func `a repeated call is shown its code again, another token of the admin is not`() async throws {
        let (world, ada) = try await world()
        func make(_ token: String?) async throws -> Answer {
            let key = ["Idempotency-Key": "key"]
            return try await world.send("POST", "admin/invites/", token: token, ["uses": 2], headers: key)
        }
        let first = try await make(ada.token)
        let again = try await make(ada.token)
        #expect(first.status == 201 && again.status == 201)
        #expect(again.header("Idempotency-Replayed") == "true")
        #expect(again.body == first.body)
        let credentials: JSONObject = ["username": "ada", "password": .string(World.password)]
        let other = try await make(try await world.send("POST", "login/", credentials)["token"]?.text)
        #expect(other.status == 409 && other.code == "idempotency_sealed")
        #expect(other.header("Idempotency-Replayed") == nil)
        #expect(try await world.send("GET", "admin/invites/", token: ada.token).items.count == 1)
    }

    @Test func `what is no valid code is refused before anything else, in the same words`() async throws {
        let (world, ada) = try await world()
        let soon = Timestamp.now.adding(seconds: 3600)
        let (_, expired) = try await invite(world, ada, ["uses": 1, "expires_at": .string(soon.description)])
        try world.database.owner.execute("update invites set expires_at = now() - interval '1 second'")
        let (gone, withdrawn) = try await invite(world, ada, ["uses": 1])
        #expect(try await world.send("DELETE", "admin/invites/\(gone)/", token: ada.token).status == 204)
        #expect(try await world.send("DELETE", "admin/invites/\(gone)/", token: ada.token).status == 404)
        _ = try await world.addTenant("other", settings: world.tenant.settings)
        let (_, good) = try await invite(world, ada, ["uses": 1])
        for code in [nil, .null, "", "nonsense", 7, expired, withdrawn] as [JSONValue?] {
            let answer = try await register(world, "bob", code)
            #expect(answer.status == 403 && answer.code == "invite_required", "\(answer)")
        }
        let broken = try await world.send("POST", "register/", ["username": "b b"])
        #expect(broken.status == 403)
        _ = try TenantAdmin(try world.database.owner).set(["registration": "invite"], of: "other")
        try await world.refreshTenants()
        #expect(try await register(world, "bob", good, tenant: "other").status == 403)
        #expect(try await register(world, "bob", good).status == 201)
    }

    @Test func `a registration that fails uses nothing up`() async throws {
        let (world, ada) = try await world()
        let (_, code) = try await invite(world, ada, ["uses": 1])
        #expect(try await register(world, "ada", code).code == "username_taken")
        #expect(try await register(world, "b", code).status == 422)
        #expect(try await register(world, "bob", code).status == 201)
    }

    @Test func `fifty at once with a code of three uses make three accounts`() async throws {
        let (world, ada) = try await world()
        let (_, code) = try await invite(world, ada, ["uses": 3])
        let answers = try await world.sendTogether(50) { try await register(world, "person\($0)", code) }
        #expect(answers.filter { $0.status == 201 }.count == 3)
        #expect(answers.filter { $0.code == "invite_required" }.count == 47)
        let counts = try world.database.owner.query(
            "select (select count(*) from accounts), (select used from invites)::bigint, (select count(*) from tokens)"
        )
        #expect(try counts[0].integer(0) == 4 && counts[0].integer(1) == 3 && counts[0].integer(2) == 4)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a closed tenant takes nobody, an open one everybody, with whatever code`() async throws {
        let (world, ada) = try await world(.closed)
        let (_, code) = try await invite(world, ada, ["uses": 1])
        let closed = try await register(world, "bob", code)
        #expect(closed.status == 403 && closed.code == "registration_closed")
        _ = try TenantAdmin(try world.database.owner).set(["registration": "open"], of: "demo")
        try await world.refreshTenants()
        #expect(try await register(world, "bob", "nonsense").status == 201)
        #expect(try await world.send("GET", "about/")["registration"]?.text == "open")
    }

    @Test func `invites are an admin's, valid, paged and of one tenant`() async throws {
        let (world, ada) = try await world()
        func post(_ body: JSONObject, _ token: String) async throws -> Answer {
            try await world.send("POST", "admin/invites/", token: token, body)
        }
        #expect(try await post([:], ada.token).faultyFields == ["uses"])
        #expect(
            try await post(["uses": 0, "expires_at": "2026-01-01"], ada.token).faultyFields == [
                "expires_at", "uses",
            ]
        )
        let past = try await post(["uses": 1, "expires_at": "2020-01-01T00:00:00Z"], ada.token)
        #expect(past.faultyFields == ["expires_at"])
        let both = try await post(["uses": 0, "expires_at": "2020-01-01T00:00:00Z"], ada.token)
        #expect(both.faultyFields == ["expires_at", "uses"])
        let (first, code) = try await invite(world, ada, ["uses": 9])
        let (second, _) = try await invite(world, ada, ["uses": 9])
        let page = try await world.send("GET", "admin/invites/?limit=1", token: ada.token)
        #expect(page.items.map { $0["id"]?.integer } == [second])
        let cursor = try #require(page["next_cursor"]?.text)
        let rest = try await world.send("GET", "admin/invites/?cursor=\(cursor)", token: ada.token)
        #expect(rest.items.map { $0["id"]?.integer } == [first])
        let answer = try await register(world, "mod", code)
        let token = try #require(answer["token"]?.text)
        let mod = SignedInPerson(id: 0, username: "mod", token: token)
        try world.promote(mod, .moderator)
        #expect(try await post(["uses": 1], token).status == 403)
        #expect(try await world.send("DELETE", "admin/invites/\(first)/", token: token).status == 403)
        #expect(try await world.send("GET", "admin/invites/", token: token).status == 403)
    }
}
