import Cluster
import Database
import Glibc
import TestDatabases
import TestSupport
import Testing

/// Behind PgBouncer: found out, refused in two modes, and working in the third.
@Suite(.database) struct PoolerTests {
    private func withPooler(
        _ mode: String,
        poolSize: Int = 20,
        _ body: (PgBouncer) async throws -> Void
    ) async throws {
        guard PgBouncer.isInstalled, try TestCluster.shared().socketDirectory != nil else {
            print("not tested: pgbouncer is not installed")
            return
        }
        try await body(try await PgBouncer(mode: mode, poolSize: poolSize))
    }

    private func detect(_ url: String) async throws -> Pooler? {
        try await blocking { try Pooler.detect(ConnectionSettings(conninfo: url, role: "parlay_front")) }
    }

    @Test func `a direct connection has no pooler`() async throws {
        let database = try TestDatabase.current
        #expect(try await detect(database.url(as: .superuser)) == nil)
        #expect(try await detect(database.url(as: .front)) == nil)
    }

    @Test(arguments: [("transaction", Pooler.transaction), ("statement", .statement)])
    func `two modes are refused, with what to do`(_ mode: String, _ expected: Pooler) async throws {
        try await withPooler(mode) { pooler in
            let database = try TestDatabase.current
            let url = pooler.url(database.name)
            #expect(try await detect(url) == expected)
            try await Site.with(["DATABASE_URL": url]) { site in
                for command in ["serve", "work", "migrate"] {
                    let outcome = try await site.run(command)
                    #expect(outcome.code == 1 && outcome.output.isEmpty, "\(outcome)")
                    #expect(outcome.errors.contains("pooler in \(mode) mode"), "\(outcome)")
                    #expect(outcome.errors.contains("Set DATABASE_URL to the address of PostgreSQL itself"))
                }
                let doctor = try await site.run("doctor")
                #expect(doctor.code == 1, "\(doctor)")
                #expect(doctor.output.contains("FAIL  connection pooler"), "\(doctor)")
            }
            // What was tried left no traces in the sessions of others.
            let session = try BlockingConnection(ConnectionSettings(conninfo: url))
            let role = try session.query("select current_user::text")
            #expect(try role[0].text(0) == "postgres")
        }
    }

    @Test func `one server session for everybody is found out too`() async throws {
        let name = try TestDatabase.current.name
        try await withPooler("transaction", poolSize: 1) { pooler in
            let found = try await detect(pooler.url(name))
            #expect(found == .transaction)
        }
        try await withPooler("session", poolSize: 1) { pooler in
            let found = try await detect(pooler.url(name))
            #expect(found == .session)
        }
    }

    @Test func `transaction mode is found out under load`() async throws {
        try await withPooler("transaction", poolSize: 5) { pooler in
            let url = pooler.url(try TestDatabase.current.name)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await blocking {
                            let other = try BlockingConnection(ConnectionSettings(conninfo: url))
                            for _ in 0..<50 { _ = try other.query("select pg_sleep(0.005)") }
                        }
                    }
                }
                for _ in 0..<5 { #expect(try await detect(url) == .transaction) }
                try await group.waitForAll()
            }
        }
    }

    @Test func `session mode works, also without the startup options`() async throws {
        try await withPooler("session", poolSize: 40) { pooler in
            let database = try TestDatabase.current
            let url = pooler.url(database.name)
            #expect(try await detect(url) == .session)
            let settings = ConnectionSettings(conninfo: url, role: "parlay_front", statementTimeout: 12_345)
            let facts = try BlockingConnection(settings).query(
                """
                select current_setting('search_path'), current_setting('statement_timeout'), current_setting('timezone'),
                       current_user::text
                """
            )[0]
            #expect(try facts.text(0) == "parlay, pg_temp")
            #expect(try facts.text(1) == "12345ms")
            #expect(try facts.text(2) == "UTC")
            #expect(try facts.text(3) == "parlay_front")
            try await Site.with(["DATABASE_URL": url]) { site in
                let front = try await site.serve()
                try await site.makeTenant()
                let worker = try await site.work()
                let ann = try await site.register("ann")
                #expect(try await ann.session.send("GET", "profiles/me/").status == 200)
                let doctor = try await site.run("doctor", with: DoctorTests.strong)
                #expect(doctor.code == 0, "\(doctor)")
                #expect(doctor.output.contains("warn  connection pooler"), "\(doctor)")
                #expect(try await worker.stop() == .code(0))
                #expect(try await front.stop() == .code(0))
            }
        }
    }
}
