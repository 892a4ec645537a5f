import Database
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import Testing
import Transfer

@testable import App

/// `parlay admin tenant delete`, while other sessions go on.
@Suite(.database) struct BatchDeletionTests {
    private let world: TransferFixture

    init() async throws { world = try await TransferFixture() }

    private func rows(of tenant: Int64) throws -> [String] {
        try world.tables().filter { table in
            try !world.owner.query("select from \(table) where tenant_id = $1 limit 1", .integer(tenant))
                .isEmpty
        }
    }

    @Test func `every row is deleted and counted, one with the same ids keeps all of its own`() throws {
        try world.export("alpha")
        try world.load("alpha", as: "gamma")
        let gamma = try world.digests(of: "gamma")
        let bravo = try world.digests(of: "bravo")
        let id = try world.id(of: "alpha")
        let counted = try TenantDeletion(try world.connect()).count("alpha")
        #expect(try !rows(of: id).isEmpty, "counting deletes nothing")
        var steps: [Int64] = []
        let deleted = try TenantDeletion(try world.connect()).run("alpha") { done, total in
            steps.append(done)
            #expect(done <= total)
        }
        #expect(try rows(of: id) == [])
        #expect(steps == steps.sorted())
        // What was counted is what was deleted, in the tables that nothing else writes.
        let expected = Dictionary(uniqueKeysWithValues: counted.map { ($0.table, $0.count) })
        #expect(Dictionary(uniqueKeysWithValues: deleted.map { ($0.table, $0.count) }) == expected)
        #expect(try expected.count >= world.tables().count)
        #expect(try world.digests(of: "gamma") == gamma)
        #expect(try world.digests(of: "bravo") == bravo)
        #expect(throws: TransferError.unknownTenant("alpha")) {
            try TenantDeletion(try world.connect()).run("alpha")
        }
    }

    /// 25,000 rows need three transactions.
    @Test func `each transaction deletes at most 10,000 rows`() throws {
        let owner = world.owner
        try owner.execute(
            """
            create table sizes (n bigint);
            create function record_size() returns trigger language plpgsql as
                $f$ begin insert into sizes select count(*) from gone; return null; end $f$;
            create trigger record_size after delete on notices referencing old table as gone
                for each statement execute function record_size();
            set parlay.transfer = 'on';
            insert into notices (tenant_id, account_id, kind, title, text)
            select t.id, (select min(id) from accounts where tenant_id = t.id), 'k', 't', 't'
              from tenants t, generate_series(1, 25000) where slug = 'alpha';
            """
        )
        _ = try TenantDeletion(try world.connect()).run("alpha")
        let sizes = try owner.query("select n from sizes where n > 0 order by n").map { try $0.integer(0) }
        #expect(sizes.last == 10_000)
        #expect(sizes.count == 3, "\(sizes)")
        #expect(sizes.reduce(0, +) > 25_000)
    }

    /// A worker that has enqueued a job and not committed yet: the queue has no foreign key that would refuse it.
    @Test func `jobs in flight bring no row back`() async throws {
        let id = try world.id(of: "alpha")
        let early = try world.matrix.database.connect(as: .worker)
        let late = try world.matrix.database.connect(as: .worker)
        let insert = "insert into jobs (tenant_id, kind, payload) values (\(id), 'nothing', '{}')"
        try early.execute("begin; \(insert)")
        let isDone = Mutex(false)
        let connection = SendableConnection(try world.connect())
        let deletion = Task.detached {
            let counts = try TenantDeletion(connection.value).run("alpha", timeout: .seconds(3600))
            isDone.withLock { $0 = true }
            return counts.count
        }
        let watch = try world.connect()
        try await eventually("offline") {
            try watch.query("select from tenants where slug = 'alpha' and status = 'deleting'").count == 1
        }
        try late.execute("begin; \(insert)")
        #expect(try !rows(of: id).isEmpty)
        try early.execute("commit")
        try await eventually("the tenant's end") {
            try watch.query("select from tenants where slug = 'alpha'").isEmpty
        }
        #expect(!isDone.withLock { $0 })
        try late.execute("commit")
        _ = try await deletion.value
        #expect(try rows(of: id) == [])
        // A front or a worker that still knows the tenant is refused by the keys.
        #expect(throws: DatabaseError.self) {
            try early.execute(
                "insert into notices (tenant_id, account_id, kind, title, text) values (\(id), 1, 'k', 't', 't')"
            )
        }
    }

    /// The task is the only one that uses it.
    private struct SendableConnection: @unchecked Sendable {
        let value: BlockingConnection
        init(_ value: BlockingConnection) { self.value = value }
    }
}
