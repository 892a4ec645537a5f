import Database
import Outbound
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications

/// From a notice to the browser that shows it, through a push service of the test.
@Suite(.database) struct PushTests {
    private let fixture: PushFixture
    private let browser: PushBrowser

    init() async throws {
        fixture = try await PushFixture()
        browser = try PushBrowser()
    }

    @discardableResult
    private func subscribe(
        _ path: String = "send/1",
        by person: SignedInPerson? = nil,
        _ browser: PushBrowser? = nil
    )
        async throws -> Int64
    {
        let body = (browser ?? self.browser).subscription(
            "http://127.0.0.1:\(fixture.service.port)/\(path)",
            label: "Firefox"
        )
        let answer = try await fixture.send("POST", "push/", body, by: person)
        #expect(answer.status == 201, "\(answer) \(fixture.world.failureReports)")
        return try #require(answer["id"]?.integer)
    }

    private func shown(_ message: Receiver.Received, by browser: PushBrowser? = nil) throws -> JSONObject {
        try JSONParser.parseObject(try #require((browser ?? self.browser).open(message.body)))
    }

    // MARK: Messages

    @Test func `a browser shows the title of a notice, which the push service cannot read`() async throws {
        try await subscribe()
        try await fixture.notify()
        try await fixture.push()
        let message = try #require(fixture.service.received.first)
        #expect(fixture.service.received.count == 1)
        #expect(message.line == "POST /send/1 HTTP/1.1")
        #expect(message.headers["content-encoding"] == "aes128gcm")
        #expect(message.headers["urgency"] == "normal")
        let ttl = try #require(message.headers["ttl"].flatMap { Int($0) })
        #expect(86_300...86_400 ~= ttl)
        let topic = try #require(message.headers["topic"])
        #expect(topic.utf8.count == 22)
        let authorization = try #require(message.headers["authorization"])
        let key = PushIdentity.publicKey(MailWorld.signer)
        #expect(authorization.hasPrefix("vapid t=") && authorization.hasSuffix(", k=\(key)"))
        #expect(try await fixture.send("GET", "push/")["public_key"]?.text == key)
        #expect(!message.text.contains("New match"))
        let shown = try shown(message)
        #expect(shown["title"] == "New match")
        #expect(shown["text"] == nil)
        #expect(shown["tag"] == .string(topic))
        #expect(try PushBrowser().open(message.body) == nil)
        #expect(try fixture.count("jobs where kind = 'send_push'") == 0)
    }

    @Test func `whoever wants it gets the text, and a long one is cut to what fits`() async throws {
        try await subscribe()
        try await fixture.set(["push_text": true])
        try await fixture.notify()
        try await fixture.notify(text: String(repeating: "👩‍👩‍👧‍👦\"", count: 4000), subject: 8)
        try await fixture.push()
        #expect(fixture.service.received.count == 2)
        let texts = try fixture.service.received.map { try shown($0)["text"] }
        #expect(texts.contains("A secret place."))
        #expect(fixture.service.received.allSatisfy { $0.body.count <= 4096 })
    }

    @Test func `messages about one subject replace each other, of each person and tenant apart`() async throws
    {
        let ben = try await fixture.world.person("ben")
        let other = try PushBrowser()
        try await subscribe()
        try await subscribe("send/2", by: ben, other)
        try await fixture.notify(.meetupProposed)
        try await fixture.notify(.meetupAccepted)
        try await fixture.notify(.meetupAccepted, subject: 8)
        try await fixture.notify(.meetupAccepted, to: ben)
        try await fixture.notify(.meetupAccepted, subject: nil)
        try await fixture.notify(.meetupAccepted, subject: nil)
        try await fixture.push()
        let topics = fixture.service.received.compactMap { $0.headers["topic"] }
        #expect(topics.count == 6)
        #expect(Set(topics).count == 5)
    }

    @Test func `the text is in the person's language`() async throws {
        try await subscribe()
        try await fixture.set(["locale": "de-AT"])
        try await fixture.notify()
        try await fixture.push()
        #expect(try shown(try #require(fixture.service.received.first))["lang"] == "de-AT")
    }

    // MARK: Who gets one

    @Test(
        arguments: [
            (["push_notices": false], 0), (["push_muted": ["match_made"]], 0),
            (["push_muted": ["friend_request"]], 1), (["mail_notices": false], 1),
        ] as [(JSONObject, Int)]
    )
    func `settings decide, beside mail`(_ settings: JSONObject, _ expected: Int) async throws {
        try await subscribe()
        try await fixture.set(settings)
        try await fixture.notify()
        #expect(try fixture.count("jobs where kind = 'send_push'") == expected)
        try await fixture.push()
        #expect(fixture.service.received.count == expected)
    }

    @Test(arguments: [
        "update accounts set settings = '{\"push_notices\": false}'",
        "update accounts set settings = '{\"push_muted\": [\"match_made\"]}'",
        "update accounts set status = 'suspended'", "update tenants set status = 'suspended'",
        "update notices set read_at = now()", "update notices set recalled_at = now()", "delete from notices",
        "delete from push_devices", "delete from tokens",
        "update tokens set expires_at = now() - interval '1 s'",
        "update notices set created_at = now() - interval '25 hours'",
    ])
    func `what changes between the notice and its push counts`(_ sql: String) async throws {
        try await subscribe()
        try await fixture.notify()
        #expect(try fixture.count("jobs where kind = 'send_push'") == 1)
        try fixture.owner.execute(sql)
        try await fixture.push()
        #expect(fixture.service.received.isEmpty)
        #expect(try fixture.count("jobs where kind = 'send_push'") == 0)
    }

    @Test func `a device that is signed out gets nothing any more`() async throws {
        try await subscribe()
        #expect(try await fixture.send("POST", "logout/", [:]).status == 204)
        #expect(try fixture.count("push_devices") == 0)
    }

    @Test func `quiet hours are those of the person's clock, and security notices do not wait`() async throws
    {
        try await subscribe()
        try await fixture.set(["time_zone": "Asia/Tokyo"])
        // Around now, in Tokyo.
        try fixture.owner.execute(
            """
            update accounts set settings = settings || jsonb_build_object('quiet_hours',
                to_char(now() at time zone 'Asia/Tokyo' - interval '1 hour', 'HH24:MI') || '-'
                || to_char(now() at time zone 'Asia/Tokyo' + interval '2 hours', 'HH24:MI'))
            """
        )
        try await fixture.notify()
        try await fixture.notify(.accountSecurity, title: "Sign-in", subject: nil)
        try await fixture.push()
        #expect(try fixture.service.received.map { try shown($0)["title"] } == ["Sign-in"])
        #expect(fixture.service.received.first?.headers["urgency"] == "high")
        let waits = "jobs where kind = 'send_push' and state = 'available' and run_at"
        #expect(
            try fixture.count("\(waits) between now() + interval '118 min' and now() + interval '121 min'")
                == 1
        )
        try fixture.owner.execute(
            "update accounts set settings = settings || '{\"time_zone\": \"America/New_York\"}'"
        )
        try await fixture.push()
        #expect(fixture.service.received.count == 2)
    }

    // MARK: What push services answer

    @Test(arguments: [404, 410]) func `a device that the service does not know is forgotten`(_ status: Int)
        async throws
    {
        try await subscribe()
        try await subscribe("send/2")
        fixture.answer(.answer(status))
        try await fixture.notify()
        try await fixture.push()
        #expect(fixture.service.received.count == 2)
        #expect(try fixture.count("push_devices") == 1)
        #expect(try fixture.count("jobs where kind = 'send_push'") == 0)
    }

    @Test(
        arguments: [
            (Receiver.Reply.answer(429, headers: ["Retry-After": "700"]), 700),
            (.answer(503, headers: ["Retry-After": "5"]), 30), (.answer(500), 30), (.hangUp, 30),
        ] as [(Receiver.Reply, Int)]
    )
    func `a busy service is asked again, when it wants to be`(_ reply: Receiver.Reply, _ seconds: Int)
        async throws
    {
        try await subscribe()
        fixture.answer(reply)
        try await fixture.notify()
        try await fixture.push()
        let waits = "jobs where kind = 'send_push' and attempt = 0 and run_at"
        let range =
            "now() + interval '\(seconds - 15) s' and now() + interval '\(seconds + seconds / 10 + 5) s'"
        #expect(try fixture.count("\(waits) between \(range)") == 1)
        try await fixture.push()
        #expect(fixture.service.received.count == 2)
        #expect(try fixture.count("jobs where kind = 'send_push'") == 0)
    }

    @Test(arguments: [400, 403, 413, 301]) func `a message that is refused for good ends`(_ status: Int)
        async throws
    {
        try await subscribe()
        fixture.answer(.answer(status))
        try await fixture.notify()
        try await fixture.push()
        #expect(try fixture.count("jobs where kind = 'send_push'") == 0)
        #expect(try fixture.count("dead_letters") == 0)
        #expect(try fixture.count("push_devices") == 1)
    }

    @Test func `nothing is sent to an address that the installation does not allow`() async throws {
        try await subscribe()
        try await fixture.notify()
        try await fixture.push(addresses: .publicOnly)
        #expect(fixture.service.connections == 0)
        #expect(try fixture.count("jobs where kind = 'send_push'") == 0)
    }
}
