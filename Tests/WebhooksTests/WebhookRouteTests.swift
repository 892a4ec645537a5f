import Database
import Outbound
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Tenancy
@testable import Webhooks

/// What admins do with webhooks.
@Suite(.database) struct WebhookRouteTests {
    private static let url = "https://app.example.org/hooks?x=1"

    @Test func `a webhook is made, shown, changed and deleted, and its secret shown once`() async throws {
        let world = try await WebhookWorld()
        let made = try await world.send(
            "POST",
            "",
            ["url": .string(Self.url), "events": ["match.made", "match.made", "wager.taken"]]
        )
        #expect(made.status == 201)
        let id = try #require(made["id"]?.integer)
        #expect(made.header("Location") == "/v1/demo/admin/webhooks/\(id)/")
        #expect(made["url"]?.text == Self.url)
        #expect(made["events"] == ["match.made", "wager.taken"])
        #expect(made["enabled"] == true)
        let secret = try #require(made["secret"]?.text)
        #expect(WebhookSecret(parsing: secret) != nil)

        let shown = try await world.send("GET", "\(id)/")
        #expect(shown.status == 200)
        #expect(shown["secret"] == .null)
        #expect(shown.header("ETag") == made.header("ETag"))
        #expect(try await world.send("GET", "").items.count == 1)

        let changed = try await world.send("PATCH", "\(id)/", ["enabled": false, "events": ["*"]])
        #expect(changed.status == 200)
        #expect(changed["enabled"] == false)
        #expect(changed["events"] == ["*"])
        #expect(changed["url"]?.text == Self.url)
        #expect(changed["secret"] == .null)

        let tag = try #require(shown.header("ETag"))
        #expect(
            try await world.send("PATCH", "\(id)/", ["enabled": true], headers: ["If-Match": tag]).status
                == 412
        )
        #expect(try await world.send("DELETE", "\(id)/", headers: ["If-Match": tag]).status == 412)
        #expect(try await world.send("DELETE", "\(id)/").status == 204)
        #expect(try await world.send("GET", "\(id)/").status == 404)
        #expect(try await world.number("select count(*) from webhook_secrets") == 0)
        let audit =
            "select count(*) from audit where subject_type = 'webhook' and subject_id = \(id) and account_id = \(world.admin.id)"
        #expect(try await world.number(audit) == 3)
        for answer in [shown, changed] { #expect(!answer.text.contains(secret.dropFirst(6))) }
    }

    @Test(arguments: [
        "", "x", "ftp://example.org/", "/hook", "https://", "https://ada:x@example.org/",
        "https://example.org:22/",
        "https://example.org:25/", "https://exa mple.org/", "https://example.org/\u{E9}",
        "http://example.org/",
        "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/", "https://169.254.169.254/",
        "https://0x7f.1/",
    ])
    func `a URL that nothing is sent to is refused`(_ url: String) async throws {
        let world = try await WebhookWorld(addresses: .publicOnly)
        let answer = try await world.send("POST", "", ["url": .string(url), "events": ["*"]])
        #expect(answer.status == 422, "\(answer)")
        #expect(answer.faultyFields == ["url"])
        let made = try await world.send("POST", "", ["url": .string(Self.url), "events": ["*"]])
        let id = try #require(made["id"]?.integer)
        #expect(try await world.send("PATCH", "\(id)/", ["url": .string(url)]).status == 422)
    }

    @Test func `a URL has 2,000 characters at most`() async throws {
        let world = try await WebhookWorld()
        let url = "https://example.org/" + String(repeating: "a", count: 1980)
        #expect(try await world.send("POST", "", ["url": .string(url), "events": ["*"]]).status == 201)
        let answer = try await world.send("POST", "", ["url": .string(url + "a"), "events": ["*"]])
        #expect(answer.faultyFields == ["url"])
    }

    @Test func `an empty list of events and an unknown one are refused`() async throws {
        let world = try await WebhookWorld()
        for (events, field) in [([], "events"), (["match.made", "match_made"], "events.1")]
            as [([JSONValue], String)]
        {
            let answer = try await world.send(
                "POST",
                "",
                ["url": .string(Self.url), "events": .array(events)]
            )
            #expect(answer.status == 422)
            #expect(answer.faultyFields == [field])
        }
        for url in ["https:///hook", "https://:443/x", "https://?x", "https://./", "https://user@/x"] {
            let answer = try await world.send("POST", "", ["url": .string(url), "events": ["*"]])
            #expect(answer.status == 422 && answer.faultyFields == ["url"], "\(url)")
        }
        // All errors together, including those that only this server can find.
        let many: JSONObject = ["url": "https://user:x@hooks.example.org/", "events": [], "zz": 1]
        #expect(Set(try await world.send("POST", "", many).faultyFields) == ["url", "events", "zz"])
        for kind in NoticeKind.allCases {
            let body: JSONObject = ["url": .string(Self.url), "events": .array([.string(kind.eventType)])]
            let answer = try await world.send("POST", "", body)
            #expect(answer.status == 201, "\(kind)")
            // A tenant has at most twenty.
            let id = try #require(answer["id"]?.integer)
            #expect(try await world.send("DELETE", "\(id)/").status == 204)
        }
    }

    @Test func `a tenant has twenty, also when two are made at once`() async throws {
        let world = try await WebhookWorld()
        for _ in 0..<19 { _ = try await world.register(Self.url) }
        async let first = world.send("POST", "", ["url": .string(Self.url), "events": ["*"]])
        async let second = world.send("POST", "", ["url": .string(Self.url), "events": ["*"]])
        let answers = try await [first, second]
        #expect(answers.map(\.status).sorted() == [201, 409])
        #expect(answers.first { $0.status == 409 }?.code == "webhook_limit")
        #expect(try await world.number("select count(*) from webhooks") == 20)
    }

    @Test func `only admins of the tenant see a webhook`() async throws {
        let world = try await WebhookWorld()
        let id = try await world.register(Self.url).id
        let path = "admin/webhooks/\(id)/"
        let member = try await world.world.send("GET", path, token: world.member.token)
        #expect(member.status == 403)
        #expect(try await world.world.send("GET", path).status == 401)
        _ = try await world.world.addTenant("other")
        let stranger = try await world.world.person("eve", tenant: "other")
        try await world.execute("update accounts set role = 'admin' where id = \(stranger.id)")
        for (method, rest) in [
            ("GET", ""), ("DELETE", ""), ("GET", "deliveries/"), ("POST", "secret/"),
            ("POST", "deliveries/1/replay/"),
        ] {
            let answer = try await world.world.send(
                method,
                path + rest,
                token: stranger.token,
                tenant: "other"
            )
            #expect(answer.status == 404, "\(method) \(rest)")
        }
        let list = try await world.world.send(
            "GET",
            "admin/webhooks/",
            token: stranger.token,
            tenant: "other"
        )
        #expect(list.items.isEmpty)
    }

    @Test func `the front cannot read a key`() async throws {
        let world = try await WebhookWorld()
        _ = try await world.register(Self.url)
        let front = try world.world.database.connect(as: .front)
        _ = try front.query(
            "select set_config('parlay.tenant_id', $1, false)",
            .text("\(world.world.tenant.id.rawValue)")
        )
        #expect(try front.query("select id, webhook_id from webhook_secrets").count == 1)
        for sql in [
            "select key from webhook_secrets", "select * from webhook_secrets",
            "update webhook_secrets set key = key returning 1", "select s::text from webhook_secrets s",
        ] {
            let failure = #expect(throws: DatabaseError.self, "\(sql)") { try front.query(sql) }
            #expect(failure?.sqlState == .insufficientPrivilege, "\(sql)")
        }
    }

    @Test func `another secret takes the place of the first, beside which it signs for a day`() async throws {
        let world = try await WebhookWorld()
        let (id, first) = try await world.register(Self.url)
        let answer = try await world.send("POST", "\(id)/secret/")
        #expect(answer.status == 200)
        let second = try #require(answer["secret"]?.text.flatMap(WebhookSecret.init(parsing:)))
        #expect(second != first)
        #expect(try await world.send("GET", "\(id)/")["secret"] == .null)
        _ = try await world.send("POST", "\(id)/secret/")
        #expect(try await world.number("select count(*) from webhook_secrets") == 2)
        #expect(try await world.number("select count(*) from webhook_secrets where expires_at is null") == 1)
        #expect(try await world.send("POST", "999/secret/").status == 404)
    }
}
