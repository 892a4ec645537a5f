import Database
import Jobs
import Localization
import Observability
import Outbound
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications

/// From a notice to the browser that shows it, through a push service of the test.
@Suite(.database) struct PushTests {
    private let world: World
    private let ada: SignedInPerson
    private let browser: PushBrowser
    private let service: Receiver
    private let replies = Replies()

    init() async throws {
        world = try await World.make(addresses: .publicAndLoopback)
        ada = try await world.person("ada")
        browser = try PushBrowser()
        let replies = replies
        service = try Receiver { _ in
            replies.queue.withLock { $0.isEmpty ? .answer(201) : $0.removeFirst() }
        }
        try owner.execute("delete from notices; delete from jobs; delete from notice_outbox")
    }

    private var owner: BlockingConnection { get throws { try world.database.owner } }
    private func count(_ what: String) throws -> Int64 {
        try owner.query("select count(*) from \(what)")[0].integer(0)
    }

    // MARK: What happens

    private func send(
        _ method: String,
        _ path: String,
        _ body: JSONObject? = nil,
        by person: SignedInPerson? = nil
    )
        async throws -> Answer
    {
        try await world.send(method, path, token: (person ?? ada).token, body)
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
            "http://127.0.0.1:\(service.port)/\(path)",
            label: "Firefox"
        )
        let answer = try await send("POST", "push/", body, by: person)
        #expect(answer.status == 201, "\(answer) \(world.failureReports)")
        return try #require(answer["id"]?.integer)
    }

    private func set(_ settings: JSONObject) async throws {
        let answer = try await send("PATCH", "settings/", settings)
        #expect(answer.status == 200, "\(answer)")
    }

    private func notify(
        _ kind: NoticeKind = .matchMade,
        title: String = "New match",
        text: String = "A secret place.",
        subject: Int64? = 7,
        to person: SignedInPerson? = nil
    ) async throws {
        let draft = NoticeDraft(
            to: [AccountID(rawValue: (person ?? ada).id)],
            kind,
            title: title,
            text: text,
            subject: subject.map { Subject(type: "match", id: $0) },
            by: nil
        )
        let query = draft.query(world.tenant.id, at: .now)
        let database = world.database
        _ = try await database.onLoop { try await database.worker().write([query]) }
        try await database.relayNotices()
    }

    /// Runs a worker until no job is due.
    private func push(addresses: AddressRule = .publicAndLoopback) async throws {
        let database = world.database
        try owner.execute("update jobs set run_at = clock_timestamp() - interval '1 millisecond'")
        try await database.onLoop {
            let pool = try await database.worker()
            let client = try HTTPClient(on: database.loop, addresses: addresses)
            let mail = MailService(
                .stored,
                sender: try #require(Mailbox("noreply@example.org")),
                publicURL: "https://play.example.org",
                signer: MailWorld.signer
            )
            var registry = JobRegistry()
            registry.register(
                SendPushJob.self,
                service: PushSender(
                    database: pool,
                    client: client,
                    mail: mail,
                    notices: TextLookup(),
                    logger: .silent
                )
            )
            var settings = Worker.Settings()
            settings.grace = .seconds(2)
            settings.poll = .milliseconds(50)
            let worker = Worker(registry, pool: pool, on: database.loop, settings: settings) { _ in }
            async let running: Void = worker.run()
            let owner = try database.owner
            try await eventually("the end of the pushes") {
                try owner.query(
                    "select 1 from jobs where kind = 'send_push' and (state = 'running' or run_at <= clock_timestamp())"
                ).isEmpty
            }
            await worker.stop()
            try await running
            client.close()
        }
    }

    private func shown(_ message: Receiver.Received, by browser: PushBrowser? = nil) throws -> JSONObject {
        try JSONParser.parseObject(try #require((browser ?? self.browser).open(message.body)))
    }

    // MARK: Messages

    @Test func `a browser shows the title of a notice, which the push service cannot read`() async throws {
        try await subscribe()
        try await notify()
        try await push()
        let message = try #require(service.received.first)
        #expect(service.received.count == 1)
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
        #expect(try await send("GET", "push/")["public_key"]?.text == key)
        #expect(!message.text.contains("New match"))
        let shown = try shown(message)
        #expect(shown["title"] == "New match")
        #expect(shown["text"] == nil)
        #expect(shown["tag"] == .string(topic))
        #expect(try PushBrowser().open(message.body) == nil)
        #expect(try count("jobs where kind = 'send_push'") == 0)
    }

    @Test func `whoever wants it gets the text, and a long one is cut to what fits`() async throws {
        try await subscribe()
        try await set(["push_text": true])
        try await notify()
        try await notify(text: String(repeating: "👩‍👩‍👧‍👦\"", count: 4000), subject: 8)
        try await push()
        #expect(service.received.count == 2)
        let texts = try service.received.map { try shown($0)["text"] }
        #expect(texts.contains("A secret place."))
        #expect(service.received.allSatisfy { $0.body.count <= 4096 })
    }

    @Test func `messages about one subject replace each other, of each person and tenant apart`() async throws
    {
        let ben = try await world.person("ben")
        let other = try PushBrowser()
        try await subscribe()
        try await subscribe("send/2", by: ben, other)
        try await notify(.meetupProposed)
        try await notify(.meetupAccepted)
        try await notify(.meetupAccepted, subject: 8)
        try await notify(.meetupAccepted, to: ben)
        try await notify(.meetupAccepted, subject: nil)
        try await notify(.meetupAccepted, subject: nil)
        try await push()
        let topics = service.received.compactMap { $0.headers["topic"] }
        #expect(topics.count == 6)
        #expect(Set(topics).count == 5)
    }

    @Test func `the text is in the person's language`() async throws {
        try await subscribe()
        try await set(["locale": "de-AT"])
        try await notify()
        try await push()
        #expect(try shown(try #require(service.received.first))["lang"] == "de-AT")
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
        try await set(settings)
        try await notify()
        #expect(try count("jobs where kind = 'send_push'") == expected)
        try await push()
        #expect(service.received.count == expected)
    }

    @Test(arguments: [
        "update accounts set settings = '{\"push_notices\": false}'",
        "update accounts set settings = '{\"push_muted\": [\"match_made\"]}'",
        "update accounts set status = 'suspended'", "update tenants set status = 'suspended'",
        "update notices set read_at = now()", "update notices set recalled_at = now()", "delete from notices",
        "delete from push_devices", "delete from tokens", "update tokens set expires_at = now()",
        "update notices set created_at = now() - interval '25 hours'",
    ])
    func `what changes between the notice and its push counts`(_ sql: String) async throws {
        try await subscribe()
        try await notify()
        #expect(try count("jobs where kind = 'send_push'") == 1)
        try owner.execute(sql)
        try await push()
        #expect(service.received.isEmpty)
        #expect(try count("jobs where kind = 'send_push'") == 0)
    }

    @Test func `a device that is signed out gets nothing any more`() async throws {
        try await subscribe()
        #expect(try await send("POST", "logout/", [:]).status == 204)
        #expect(try count("push_devices") == 0)
    }

    @Test func `quiet hours are those of the person's clock, and security notices do not wait`() async throws
    {
        try await subscribe()
        try await set(["time_zone": "Asia/Tokyo"])
        // Around now, in Tokyo.
        try owner.execute(
            """
            update accounts set settings = settings || jsonb_build_object('quiet_hours',
                to_char(now() at time zone 'Asia/Tokyo' - interval '1 hour', 'HH24:MI') || '-'
                || to_char(now() at time zone 'Asia/Tokyo' + interval '2 hours', 'HH24:MI'))
            """
        )
        try await notify()
        try await notify(.accountSecurity, title: "Sign-in", subject: nil)
        try await push()
        #expect(try service.received.map { try shown($0)["title"] } == ["Sign-in"])
        #expect(service.received.first?.headers["urgency"] == "high")
        let waits = "jobs where kind = 'send_push' and state = 'available' and run_at"
        #expect(try count("\(waits) between now() + interval '118 min' and now() + interval '121 min'") == 1)
        try owner.execute(
            "update accounts set settings = settings || '{\"time_zone\": \"America/New_York\"}'"
        )
        try await push()
        #expect(service.received.count == 2)
    }

    // MARK: What push services answer

    @Test(arguments: [404, 410]) func `a device that the service does not know is forgotten`(_ status: Int)
        async throws
    {
        try await subscribe()
        try await subscribe("send/2")
        replies.queue.withLock { $0 = [.answer(status)] }
        try await notify()
        try await push()
        #expect(service.received.count == 2)
        #expect(try count("push_devices") == 1)
        #expect(try count("jobs where kind = 'send_push'") == 0)
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
        replies.queue.withLock { $0 = [reply] }
        try await notify()
        try await push()
        let waits = "jobs where kind = 'send_push' and attempt = 0 and run_at"
        let range =
            "now() + interval '\(seconds - 15) s' and now() + interval '\(seconds + seconds / 10 + 5) s'"
        #expect(try count("\(waits) between \(range)") == 1)
        try await push()
        #expect(service.received.count == 2)
        #expect(try count("jobs where kind = 'send_push'") == 0)
    }

    @Test(arguments: [400, 403, 413, 301]) func `a message that is refused for good ends`(_ status: Int)
        async throws
    {
        try await subscribe()
        replies.queue.withLock { $0 = [.answer(status)] }
        try await notify()
        try await push()
        #expect(try count("jobs where kind = 'send_push'") == 0)
        #expect(try count("dead_letters") == 0)
        #expect(try count("push_devices") == 1)
    }

    @Test func `nothing is sent to an address that the installation does not allow`() async throws {
        try await subscribe()
        try await notify()
        try await push(addresses: .publicOnly)
        #expect(service.connections == 0)
        #expect(try count("jobs where kind = 'send_push'") == 0)
    }
}

/// What the push service answers next; then 201.
private final class Replies: Sendable {
    let queue = Mutex([Receiver.Reply]())
}
