import Database
import HTTPServer
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// API keys of a tenant: who makes them, and what the server that has one may do.
@Suite(.database) struct KeyTests {
    private final class Clock: Sendable {
        let time = Mutex(Instant(nanoseconds: 0))
    }

    private let clock = Clock()

    private func world() async throws -> (World, SignedInPerson) {
        let clock = clock
        let world = try await World.make(
            connections: .init(readers: 2, writers: 8, transactions: 1),
            budget: RequestBudget { clock.time.withLock { $0 } }
        )
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        return (world, ada)
    }

    private func key(_ world: World, _ ada: SignedInPerson, _ fields: JSONObject = [:]) async throws -> (
        id: Int64, secret: String
    ) {
        var body = fields
        _ = body.add("label", "Results")
        _ = body.add("scopes", ["accounts:read"])
        let made = try await world.send("POST", "admin/keys/", token: ada.token, body)
        #expect(made.status == 201, "\(made)")
        return (try #require(made["id"]?.integer), try #require(made["secret"]?.text))
    }

    private func read(_ world: World, _ secret: String, from address: String = "192.0.2.1") async throws
        -> Int
    {
        try await world.send("GET", "admin/accounts/", token: secret, from: address).status
    }

    // MARK: Making them

    @Test func `the secret is shown once, and only its digest is stored`() async throws {
        let (world, ada) = try await world()
        let made = try await world.send(
            "POST",
            "admin/keys/",
            token: ada.token,
            ["label": "Results", "scopes": ["accounts:read"], "networks": ["192.0.2.0/24"]]
        )
        #expect(made.status == 201)
        let secret = try #require(made["secret"]?.text)
        #expect(secret.hasPrefix("parlay_key_") && secret.utf8.count == 60)
        #expect(made["prefix"]?.text == String(secret.prefix(15)))
        let id = try #require(made["id"]?.integer)
        #expect(made.headers["Location"] == "/v1/demo/admin/keys/\(id)/")
        #expect(try await read(world, secret) == 200)
        // It is written after the answer.
        try await eventually("the last use") {
            let shown = try await world.send("GET", "admin/keys/\(id)/", token: ada.token)
            return shown["last_used_at"]?.text?.hasSuffix(":00:00.000Z") == true
        }
        let list = try await world.send("GET", "admin/keys/", token: ada.token)
        #expect(list.items.map { $0["label"]?.text } == ["Results"])
        #expect(!list.text.contains(secret))
        let stored = try world.database.owner.query("select to_jsonb(k)::text from api_keys k")
        #expect(try !stored[0].text(0).contains(secret))
    }

    @Test func `what is wrong with a key is said by field, and only admins make one`() async throws {
        let (world, ada) = try await world()
        let bob = try await world.person("bob")
        try world.promote(bob, .moderator)
        let refused = try await world.send(
            "POST",
            "admin/keys/",
            token: ada.token,
            [
                "label": " ", "scopes": ["accounts:read", "accounts:write", "accounts:read"],
                "networks": ["192.0.2.0/24", "192.0.2.1/24", "here"], "expires_at": "2020-01-01T00:00:00Z",
            ]
        )
        #expect(refused.status == 422)
        #expect(refused.faultyFields == ["expires_at", "label", "networks.1", "networks.2", "scopes"])
        let unknown: JSONObject = ["label": "x", "scopes": ["settings:write"]]
        #expect(try await world.send("POST", "admin/keys/", token: ada.token, unknown).status == 422)
        let good: JSONObject = ["label": "x", "scopes": ["accounts:read"]]
        #expect(try await world.send("POST", "admin/keys/", token: bob.token, good).status == 403)
        let key = try await key(
            world,
            ada,
            ["scopes": .array(KeyScope.allCases.map { .string($0.rawValue) })]
        )
        let byKey = try await world.send("POST", "admin/keys/", token: key.secret, good)
        #expect(byKey.status == 403 && byKey.code == "not_for_keys")
    }

    @Test func `the audit log says who made, changed and revoked a key, and what a key did`() async throws {
        let (world, ada) = try await world()
        let bob = try await world.person("bob")
        let key = try await key(world, ada, ["scopes": ["accounts:write"]])
        let suspended = try await world.send(
            "PATCH",
            "admin/accounts/\(bob.id)/",
            token: key.secret,
            ["status": "suspended"]
        )
        #expect(suspended.status == 200, "\(suspended)")
        let path = "admin/keys/\(key.id)/"
        let changed = try await world.send(
            "PATCH",
            path,
            token: ada.token,
            ["label": "Stadium", "expires_at": nil]
        )
        #expect(changed.status == 200 && changed["label"]?.text == "Stadium")
        #expect(try await world.send("DELETE", path, token: ada.token).status == 204)
        #expect(try await world.send("DELETE", path, token: ada.token).status == 404)
        let log = try await world.send("GET", "admin/audit/", token: ada.token)
        let entries = log.items.prefix(4)
        #expect(
            entries.map { $0["action"]?.text } == [
                "key.revoke", "key.change", "account.change", "key.create",
            ]
        )
        #expect(entries.map { $0["by"]?["username"]?.text } == ["ada", "ada", nil, "ada"])
        #expect(entries.map { $0["key"]?["label"]?.text } == [nil, nil, "Stadium", nil])
        #expect(entries.map { $0["title"]?.text } == ["Stadium", "Stadium", "bob", "Stadium"])
        #expect(log.items[1]["details"]?["label"]?["to"]?.text == "Stadium")
        #expect(log.items[3]["details"]?["scopes"] == ["accounts:write"])
    }

    @Test func `an edit of an older version is refused`() async throws {
        let (world, ada) = try await world()
        let key = try await key(world, ada)
        let path = "admin/keys/\(key.id)/"
        let tag = try #require(try await world.send("GET", path, token: ada.token).headers["ETag"])
        let condition = ["If-Match": tag]
        let first = try await world.send("PATCH", path, token: ada.token, ["label": "A"], headers: condition)
        let second = try await world.send("PATCH", path, token: ada.token, ["label": "B"], headers: condition)
        #expect([first.status, second.status] == [200, 412])
    }

    // MARK: Using them

    @Test func `a key does what its scopes say, and gives no roles`() async throws {
        let (world, ada) = try await world()
        let bob = try await world.person("bob")
        let reader = try await key(world, ada)
        let writer = try await key(world, ada, ["scopes": ["accounts:write"]])
        let path = "admin/accounts/\(bob.id)/"
        let refused = try await world.send("PATCH", path, token: reader.secret, ["status": "suspended"])
        #expect(refused.status == 403 && refused.code == "scope_missing")
        #expect(refused["scope"]?.text == "accounts:write")
        #expect(refused["detail"]?.text?.contains("accounts:read") == true)
        #expect(
            try await world.send("GET", path, token: writer.secret).status == 200,
            "writing includes reading"
        )
        let role = try await world.send("PATCH", path, token: writer.secret, ["role": "admin"])
        #expect(role.status == 403 && role.code == "forbidden")
        for own in ["profiles/me/", "inbox/", "tokens/", "admin/settings/", "admin/audit/", "admin/keys/"] {
            let answer = try await world.send("GET", own, token: writer.secret)
            #expect(answer.status == 403 && answer.code == "not_for_keys", "\(own): \(answer)")
        }
        #expect(world.failureReports == [])
    }

    @Test func `a changed key may do the new things with its next call`() async throws {
        let (world, ada) = try await world()
        let key = try await key(world, ada)
        #expect(try await read(world, key.secret) == 200)
        let path = "admin/keys/\(key.id)/"
        _ = try await world.send("PATCH", path, token: ada.token, ["scopes": ["reports:read"]])
        #expect(try await read(world, key.secret) == 403)
        #expect(try await world.send("GET", "admin/reports/", token: key.secret).status == 200)
        _ = try await world.send("PATCH", path, token: ada.token, ["networks": ["203.0.113.7"]])
        #expect(try await world.send("GET", "admin/reports/", token: key.secret).status == 401)
    }

    @Test func `from another network a key is refused like one that nobody has`() async throws {
        let (world, ada) = try await world()
        let key = try await key(world, ada, ["networks": ["198.51.100.0/24", "2001:db8::/32"]])
        #expect(try await read(world, key.secret, from: "198.51.100.9") == 200)
        #expect(try await read(world, key.secret, from: "2001:db8::1") == 200)
        let unknown = try await world.send("GET", "admin/accounts/", token: try await TokenSecretSample.key())
        for address in ["198.51.101.9", "2001:db9::1", "192.0.2.1"] {
            let answer = try await world.send("GET", "admin/accounts/", token: key.secret, from: address)
            #expect(answer.status == 401)
            #expect(
                answer.body == unknown.body
                    && answer.headers["WWW-Authenticate"] == unknown.headers["WWW-Authenticate"]
            )
        }
    }

    @Test func `expired, revoked, mistyped and foreign keys are 401, and those of a suspended tenant 404`()
        async throws
    {
        let (world, ada) = try await world()
        _ = try await world.addTenant("other")
        let key = try await key(world, ada, ["expires_at": "2099-01-01T00:00:00Z"])
        #expect(try await read(world, key.secret) == 200)
        #expect(
            try await world.send("GET", "admin/accounts/", token: key.secret, tenant: "other").status == 401
        )
        let last = key.secret.hasSuffix("0") ? "1" : "0"
        #expect(try await read(world, key.secret.dropLast() + last) == 401)
        #expect(try await read(world, "parlay_" + key.secret.dropFirst(11)) == 401)
        let owner = try world.database.owner
        try owner.execute("update api_keys set expires_at = now() - interval '1 second'")
        #expect(try await read(world, key.secret) == 401)
        try owner.execute("update api_keys set expires_at = null")
        #expect(try await read(world, key.secret) == 200)
        try owner.execute("update tenants set status = 'suspended' where slug = 'demo'")
        try await world.refreshTenants()
        #expect(try await read(world, key.secret) == 404)
        try owner.execute("update tenants set status = 'active' where slug = 'demo'")
        try await world.refreshTenants()
        #expect(try await world.send("DELETE", "admin/keys/\(key.id)/", token: ada.token).status == 204)
        #expect(try await read(world, key.secret) == 401)
    }

    @Test func `a write whose key is revoked while its body arrives changes nothing`() async throws {
        let (world, ada) = try await world()
        let bob = try await world.person("bob")
        let key = try await key(world, ada, ["scopes": ["accounts:write"]])
        let answer = try await world.send(
            "PATCH",
            "admin/accounts/\(bob.id)/",
            token: key.secret,
            ["status": "suspended"]
        ) {
            let gone = try await world.send("DELETE", "admin/keys/\(key.id)/", token: ada.token)
            #expect(gone.status == 204)
        }
        #expect(answer.status == 401, "\(answer)")
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 200)
    }

    @Test func `after a revocation among many writes nothing is changed any more`() async throws {
        let (world, ada) = try await world()
        let bob = try await world.person("bob")
        let key = try await key(world, ada, ["scopes": ["accounts:write"]])
        @Sendable func change(_ number: Int) async throws -> Answer {
            let status: JSONValue = number % 2 == 0 ? "suspended" : "active"
            return try await world.send(
                "PATCH",
                "admin/accounts/\(bob.id)/",
                token: key.secret,
                ["status": status]
            )
        }
        func changes() throws -> Int64 {
            try world.database.owner.query("select count(*) from audit where action = 'account.change'")[0]
                .integer(0)
        }
        let answers = try await world.sendTogether(21) { number in
            number == 10
                ? try await world.send("DELETE", "admin/keys/\(key.id)/", token: ada.token)
                : try await change(number)
        }
        #expect(answers.allSatisfy { [200, 204, 401].contains($0.status) }, "\(answers.map(\.status))")
        #expect(answers.count { $0.status == 204 } == 1)
        let before = try changes()
        for number in 0..<4 { #expect(try await change(number).status == 401) }
        #expect(try changes() == before)
        #expect(try await read(world, key.secret) == 401)
        #expect(world.failureReports == [])
    }

    @Test func `a key repeats a call by its idempotency key, and no other caller gets the answer`()
        async throws
    {
        let (world, ada) = try await world()
        let scopes: JSONObject = ["scopes": ["webhooks:write"]]
        let (key, other) = (try await key(world, ada, scopes), try await key(world, ada, scopes))
        let hook: JSONObject = ["url": "https://example.org/hook", "events": ["*"]]
        func send(_ token: String) async throws -> Answer {
            try await world.send(
                "POST",
                "admin/webhooks/",
                token: token,
                hook,
                headers: ["Idempotency-Key": "k1"]
            )
        }
        let (first, again) = (try await send(key.secret), try await send(key.secret))
        #expect([first.status, again.status] == [201, 201], "\(first)")
        #expect(first.text == again.text && again.headers["Idempotency-Replayed"] == "true")
        for token in [other.secret, ada.token] {
            let answer = try await send(token)
            #expect(answer.status == 201 && answer["id"]?.integer != first["id"]?.integer)
        }
    }

    @Test func `a key has a budget of its own, and answers say what is left`() async throws {
        let (world, ada) = try await world()
        let (key, other) = (try await key(world, ada), try await key(world, ada))
        let first = try await world.send("GET", "admin/accounts/", token: key.secret)
        #expect(first.headers["RateLimit-Policy"] == #""requests";q=200;w=2"#)
        #expect(first.headers["RateLimit"] == #""requests";r=199;t=1"#)
        #expect(first.headers["RateLimit-Limit"] == "200" && first.headers["RateLimit-Remaining"] == "199")
        for _ in 0..<199 { #expect(try await read(world, key.secret) == 200) }
        let over = try await world.send("GET", "admin/accounts/", token: key.secret)
        #expect(over.status == 429 && over.headers["Retry-After"] == "1")
        #expect(try await read(world, other.secret) == 200)
        let own = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(own.headers["RateLimit-Policy"] == #""requests";q=100;w=2"#)
        clock.time.withLock { $0 = $0 + .seconds(1) }
        for _ in 0..<100 { #expect(try await read(world, key.secret) == 200) }
        #expect(try await read(world, key.secret) == 429)
    }
}

private enum TokenSecretSample {
    /// A well-formed key that nobody has.
    static func key() async throws -> String { try TokenSecret.generate(.key).text }
}
