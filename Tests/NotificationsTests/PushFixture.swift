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

/// A tenant, a person, and a receiver that is every push service there is.
struct PushFixture {
    let world: World
    let ada: SignedInPerson
    let service: Receiver
    let replies = Replies()

    /// - Parameter usual: what the services answer when the test says nothing else.
    init(_ usual: @escaping @Sendable (Receiver.Received) -> Receiver.Reply = { _ in .answer(201) })
        async throws
    {
        world = try await World.make(addresses: .publicAndLoopback)
        ada = try await world.person("ada")
        let replies = replies
        service = try Receiver { received in
            replies.queue.withLock { $0.isEmpty ? usual(received) : $0.removeFirst() }
        }
        try owner.execute("delete from notices; delete from jobs; delete from notice_outbox")
    }

    /// What the services answer next.
    final class Replies: Sendable {
        let queue = Mutex([Receiver.Reply]())
    }

    func answer(_ next: Receiver.Reply...) { replies.queue.withLock { $0 = next } }

    var owner: BlockingConnection { get throws { try world.database.owner } }

    func count(_ what: String) throws -> Int64 {
        try owner.query("select count(*) from \(what)")[0].integer(0)
    }

    // MARK: What happens

    func send(_ method: String, _ path: String, _ body: JSONObject? = nil, by person: SignedInPerson? = nil)
        async throws -> Answer
    {
        try await world.send(method, path, token: (person ?? ada).token, body)
    }

    func set(_ settings: JSONObject) async throws {
        let answer = try await send("PATCH", "settings/", settings)
        #expect(answer.status == 200, "\(answer)")
    }

    func notify(
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
    func push(addresses: AddressRule = .publicAndLoopback, logger: Logger = .silent) async throws {
        let database = world.database
        let base = "http://127.0.0.1:\(service.port)"
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
                    services: PushServices(
                        apple: "\(base)/apple",
                        appleSandbox: "\(base)/sandbox",
                        firebase: "\(base)/firebase",
                        googleTokens: "\(base)/token"
                    ),
                    mail: mail,
                    notices: TextLookup(),
                    logger: logger
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
}
