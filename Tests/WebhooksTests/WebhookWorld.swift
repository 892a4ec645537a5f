import Database
import Jobs
import Observability
import Outbound
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy
@testable import Webhooks

/// A tenant with an admin, a member, and a worker that sends its webhooks.
final class WebhookWorld: Sendable {
    let world: World
    let admin: SignedInPerson
    let member: SignedInPerson
    let workers: DatabasePool
    private let boundOwner: LoopBound<BlockingConnection>
    var owner: BlockingConnection { boundOwner.value }
    var loop: EventLoop { world.database.loop }

    init(addresses: AddressRule = .publicAndLoopback) async throws {
        world = try await World.make(addresses: addresses)
        boundOwner = LoopBound(try world.database.owner, on: world.database.loop)
        admin = try await world.person("ada")
        member = try await world.person("chen")
        workers = try await world.database.worker()
        try await world.database.onLoop { [admin, boundOwner] in
            _ = try boundOwner.value.query(
                "update accounts set role = 'admin' where id = $1",
                .integer(admin.id)
            )
        }
    }

    func send(
        _ method: String,
        _ path: String,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await world.send(method, "admin/webhooks/\(path)", token: admin.token, body, headers: headers)
    }

    /// Registers an endpoint; its id and secret.
    func register(_ url: String, events: [JSONValue] = ["*"]) async throws -> (
        id: Int64, secret: WebhookSecret
    ) {
        let answer = try await send("POST", "", ["url": .string(url), "events": .array(events)])
        #expect(answer.status == 201, "\(answer)")
        let secret = answer["secret"]?.text.flatMap(WebhookSecret.init(parsing:))
        return (try #require(answer["id"]?.integer), try #require(secret))
    }

    /// Notifies people, as a route does in the transaction of its change, and relays what waits, as a worker does.
    func notify(
        _ recipients: [Int64],
        _ kind: NoticeKind = .matchMade,
        subject: Int64 = 7,
        key: String? = nil
    ) async throws {
        let draft = NoticeDraft(
            to: recipients.map(AccountID.init(rawValue:)),
            kind,
            title: "New match",
            text: "A secret place.",
            subject: Subject(type: "match", id: subject),
            uniqueKey: key,
            by: nil
        )
        let query = draft.query(world.tenant.id, at: .now)
        try await world.database.onLoop { [workers] in _ = try await workers.write([query]) }
        try await world.database.relayNotices(workers)
    }

    /// Runs `body` on the test's loop beside a worker.
    func working<Value: Sendable>(
        resolving: [String] = [],
        addresses: AddressRule = .publicAndLoopback,
        timeout: Duration = WebhookSender.timeout,
        settings: Worker.Settings = .quick,
        _ body: @escaping @Sendable (Worker) async throws -> Value
    ) async throws -> Value {
        try await world.database.onLoop { [workers, loop] in
            let client = try HTTPClient(on: loop, addresses: addresses, resolving: resolving)
            var registry = JobRegistry()
            registry.register(
                SendWebhookJob.self,
                service: WebhookSender(database: workers, client: client, timeout: timeout, logger: .silent)
            )
            let worker = Worker(registry, pool: workers, on: loop, settings: settings)
            let task = Task(executorPreference: loop) { try await worker.run() }
            let result: Result<Value, any Error>
            do { result = .success(try await body(worker)) } catch { result = .failure(error) }
            await worker.stop()
            try await task.value
            client.close()
            return try result.get()
        }
    }

    // MARK: Looking (on the loop)

    func number(_ sql: String) async throws -> Int {
        try await world.database.onLoop { [boundOwner] in
            Int(try boundOwner.value.query(sql)[0].integer(0))
        }
    }

    func execute(_ sql: String) async throws {
        try await world.database.onLoop { [boundOwner] in try boundOwner.value.execute(sql) }
    }

    /// Waits until no delivery is due or running.
    func settle() async throws {
        try await eventually("the deliveries") {
            try await self.number(
                "select count(*) from jobs where kind = 'send_webhook' and (state = 'running' or run_at < now() + interval '2 s')"
            ) == 0
        }
    }

    /// Moves what waits for its time to now.
    func forward() async throws {
        try await execute(
            """
            update jobs set run_at = clock_timestamp() where kind = 'send_webhook' and state = 'available';
            select pg_notify('parlay_jobs', '');
            """
        )
    }

    func deliveries(_ webhook: Int64) async throws -> [JSONValue] {
        try await send("GET", "\(webhook)/deliveries/").items
    }
}

extension Worker.Settings {
    static var quick: Worker.Settings {
        var settings = Worker.Settings()
        settings.grace = .seconds(2)
        settings.poll = .milliseconds(50)
        return settings
    }
}
