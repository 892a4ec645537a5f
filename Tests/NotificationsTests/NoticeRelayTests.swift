import Database
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy

/// From a notice to its mail and its webhooks, and what can come between.
@Suite(.database) struct NoticeRelayTests {
    private let world: MailWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let owner: LoopBound<BlockingConnection>
    private var database: TestDatabase { world.world.database }
    private var tenant: Int64 { world.world.tenant.id.rawValue }

    init() async throws {
        world = try await MailWorld()
        ada = try await world.world.person("ada")
        ben = try await world.world.person("ben")
        try world.owner.execute("delete from notices; delete from jobs; delete from notice_outbox")
        owner = LoopBound(try world.owner, on: world.world.database.loop)
    }

    private func count(_ table: String) throws -> Int { try world.number("select count(*) from \(table)") }

    private static let left = Statement("select count(*) from notice_outbox where tenant_id = $1")
    private static let relay = Statement("select relay_notices($1, 7)")

    private func endpoint(in tenant: Int64? = nil) throws {
        try world.owner.execute(
            """
            insert into webhooks (tenant_id, url, events, created_at, updated_at)
            values (\(tenant ?? self.tenant), 'https://app.example.org/', '{*}', now(), now())
            """
        )
    }

    // MARK: Between the notice and the relay

    @Test(arguments: [
        ("unsubscribed", "update accounts set settings = '{\"mail_notices\": false}'", events: 1),
        ("suspended", "update accounts set status = 'suspended'", events: 1),
        // Of which the person is told too.
        ("without an address", "update accounts set email = null where username = 'ada'", events: 2),
        ("recalled", "update notices set recalled_at = now()", events: 1),
        ("deleted", "delete from notices", events: 0),
        ("an endpoint that is gone", "delete from webhooks; update accounts set email = null", events: 0),
        (
            "one that is off", "update webhooks set enabled = false; update accounts set email = null",
            events: 0
        ),
    ])
    func `what changes before a worker sees a notice counts`(_ what: String, sql: String, events: Int)
        async throws
    {
        try endpoint()
        try await world.notify([ada])
        #expect(try count("notice_outbox") == 1)
        try world.owner.execute("delete from jobs where kind = 'send_mail'; \(sql)")
        try await database.relayNotices()
        #expect(try count("jobs where kind = 'send_mail' and payload ? 'notice'") == 0, "\(what)")
        #expect(try count("webhook_events") == events, "\(what)")
        #expect(try count("jobs where kind = 'send_webhook'") == events, "\(what)")
        #expect(try count("notice_outbox") == 0)
    }

    @Test func `a person who unsubscribes between the relay and the mail gets none`() async throws {
        try await world.notify([ada])
        try await database.relayNotices()
        #expect(try count("jobs") == 1)
        try world.owner.execute("update accounts set settings = '{\"mail_notices\": false}'")
        try await world.runJobs()
        #expect(try world.kept().isEmpty)
        #expect(try count("jobs") == 0)
    }

    @Test func `a worker that dies before its commit leaves the notices for the next`() async throws {
        try endpoint()
        try await world.notify([ada, ben])
        let dying = try database.connect(as: .worker)
        try dying.execute("begin")
        #expect(try dying.query("select relay_notices($1, 10)", .integer(tenant))[0].integer(0) == 2)
        // Others do not wait for it.
        try await database.relayNotices()
        #expect(try count("jobs") == 0)
        try dying.execute("rollback")
        for _ in 0..<2 {
            try await database.relayNotices()
            #expect(try count("jobs where kind = 'send_mail'") == 2)
            #expect(try count("webhook_events") == 1)
            #expect(try count("webhook_deliveries") == 1)
        }
    }

    // MARK: Many

    @Test func `many relays at once make one mail of each notice and one event of each change`() async throws
    {
        let other = try await world.world.addTenant("other").id.rawValue
        try endpoint()
        try endpoint(in: other)
        // Changes of three notices each, one transaction a change, in two tenants.
        try world.owner.execute(
            """
            insert into accounts (tenant_id, username, first_name, email)
            select t.id, 'per' || n, 'P', 'p' || n || '@example.org' from tenants t, generate_series(1, 3) n;
            create procedure tell(count integer) language plpgsql as $$
            begin
                for number in 1..count loop
                    -- As a session of 0.2.0, whose notices a trigger posts.
                    perform set_config('parlay.posts', '', true);
                    insert into notices (tenant_id, account_id, kind, title, text)
                    select tenant_id, id, 'match_made', 'T', 't' from accounts where username ~ '^per[0-9]' order by id;
                    commit;
                end loop;
            end $$;
            """
        )
        try world.owner.execute("call tell(150)")
        #expect(try count("notice_outbox") == 900)
        let database = database
        let tenants = [tenant, other]
        try await database.onLoop {
            let pool = try await database.worker(DatabasePool.Sizes(readers: 1, writers: 4, transactions: 1))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let id = tenants[number % 2]
                        while try await pool.read([Self.left(.integer(id))])[0][0].integer(0) > 0 {
                            let taken = try await pool.write([Self.relay(.integer(id))])[0][0].integer(0)
                            // Whole changes, and no more than the one in which the batch ends.
                            #expect(taken % 3 == 0 && taken <= 9)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(
            try world.number(
                "select count(distinct (tenant_id, payload ->> 'notice')) from jobs where kind = 'send_mail'"
            ) == 900
        )
        #expect(try count("jobs where kind = 'send_mail'") == 900)
        #expect(try count("webhook_events") == 300)
        #expect(try count("webhook_events where json_array_length(data -> 'notices') = 3") == 300)
        #expect(try count("jobs where kind = 'send_webhook'") == 300)
        let order = try world.number(
            """
            select count(*)
              from (select (data -> 'notices' -> 0 ->> 'id')::bigint as first,
                           lag((data -> 'notices' -> 0 ->> 'id')::bigint) over (partition by tenant_id order by id) as before
                      from webhook_events) e
             where first < before
            """
        )
        #expect(order == 0, "events come in the order of their changes")
    }

    @Test func `a sweep that tells many people is one event, also where it is too large for one turn`()
        async throws
    {
        try endpoint()
        try world.owner.execute(
            """
            insert into accounts (tenant_id, username, first_name, email)
            select \(tenant), 'per' || n, 'P', 'p' || n || '@example.org' from generate_series(1, 250) n;
            set local parlay.posts = '';
            insert into notices (tenant_id, account_id, kind, title, text, unique_key)
            select tenant_id, id, 'bet_settled', 'T', 't', 'k' from accounts where username ~ '^per[0-9]' order by id;
            """
        )
        let worker = try database.connect(as: .worker)
        func relay() throws -> Int64 {
            try worker.query("select relay_notices($1, 15)", .integer(tenant))[0].integer(0)
        }
        #expect(try [relay(), relay(), relay()] == [150, 100, 0])
        #expect(try count("jobs where kind = 'send_mail'") == 250)
        #expect(try count("webhook_events") == 1)
        #expect(try count("webhook_deliveries") == 1)
        #expect(try world.number("select json_array_length(data -> 'notices') from webhook_events") == 100)
    }

    // MARK: Failures

    @Test func `notices that fail stop no other tenant, and are relayed when the cause is gone`() async throws
    {
        let other = try await world.world.addTenant("other").id.rawValue
        try world.owner.execute(
            """
            create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
            create trigger refuse before insert on jobs for each row when (new.tenant_id = \(tenant))
                execute function refuse();
            insert into accounts (tenant_id, username, first_name, email) values (\(other), 'oda', 'Oda', 'o@example.org')
            """
        )
        try await world.notify([ada])
        try world.owner.execute(
            """
            set local parlay.posts = '';
            insert into notices (tenant_id, account_id, kind, title, text)
            select tenant_id, id, 'match_made', 'T', 't' from accounts where tenant_id = \(other)
            """
        )
        let failures = try await database.onLoop { [database] in
            let failures = Failures()
            let relay = NoticeRelay(try await database.worker(), on: database.loop) { failures.add($0) }
            try await relay.relayOnce()
            return failures.all
        }
        #expect(failures.map(\.description).allSatisfy { $0.contains("full") } && failures.count == 1)
        #expect(try world.number("select count(*) from jobs where tenant_id = \(other)") == 1)
        #expect(try count("jobs") == 1)
        try world.owner.execute("drop trigger refuse on jobs")
        try await database.relayNotices()
        #expect(try count("jobs") == 2)
    }

    @Test func `it runs in the background until it is stopped`() async throws {
        let (database, world, ada) = (database, world, ada)
        try await database.onLoop { [owner] in
            let relay = NoticeRelay(
                try await database.worker(),
                on: database.loop,
                poll: .milliseconds(5)
            ) { Issue.record($0) }
            async let running: Void = relay.run()
            for number in 1...3 {
                try await world.notify([ada])
                try await eventually("the job of a notice") {
                    try owner.value.query("select count(*) from jobs")[0].integer(0) == Int64(number)
                }
            }
            await relay.stop()
            await running
        }
    }

    @Test func `notices that wait are seen in the size and the age of the queue`() async throws {
        func queue() throws -> (waiting: [Int64], seconds: Int64) {
            let front = try database.connect(as: .front)
            let counts = try front.query(
                "select count from job_counts(10) where kind = 'relay_notices' and state = 'available'"
            )
            let oldest = try front.query("select floor(job_oldest_seconds())::bigint")
            return (try counts.map { try $0.integer(0) }, try oldest[0].integer(0))
        }
        #expect(try queue() == ([], 0))
        try await world.notify([ada, ben])
        try world.owner.execute("update notices set created_at = now() - interval '10 minutes'")
        let (waiting, seconds) = try queue()
        #expect(waiting == [2] && (600..<1200).contains(seconds))
        try await database.relayNotices()
        try world.owner.execute("delete from jobs")
        #expect(try queue() == ([], 0))
    }

    // MARK: Rights

    @Test func `a front writes its own tenant's rows and reads none`() async throws {
        let front = try database.connect(as: .front)
        for sql in [
            "select * from notice_outbox", "delete from notice_outbox", "select relay_notices(\(tenant), 10)",
            "select tenants_with_notices()",
        ] {
            let failure = #expect(throws: DatabaseError.self) { try front.execute(sql) }
            #expect(failure?.sqlState == .insufficientPrivilege, "\(sql)")
        }
        try front.execute("select set_config('parlay.tenant_id', '\(tenant)', false)")
        let row = "insert into notice_outbox (tenant_id, change, notice_id) values"
        try front.execute("\(row) (\(tenant), '1', 1)")
        let failure = #expect(throws: DatabaseError.self) {
            try front.execute("\(row) (\(tenant + 1), '1', 1)")
        }
        #expect(failure?.sqlState == .insufficientPrivilege)
        // A row of a notice that does not exist does nothing.
        try await database.relayNotices()
        #expect(try count("notice_outbox") == 0 && count("jobs") == 0)
    }
}

private final class Failures: Sendable {
    private let found = Mutex<[DatabaseError]>([])
    var all: [DatabaseError] { found.withLock { $0 } }
    func add(_ error: DatabaseError) { found.withLock { $0.append(error) } }
}
