internal import Cluster
internal import Database
internal import Glibc
internal import Reactor
internal import Schema
internal import Synchronization
internal import TestSupport

/// The PostgreSQL that tests have their databases on, with the template of this process.
struct TestServer: Sendable {
    /// A database that waits for its next test.
    private struct Idle {
        let name: String
        /// Of its pools.
        let loop: EventLoop
        let owners: OwnerConnections
        let pools = Pools()
        var uses = 0
    }

    private final class Idles: Sendable {
        let stored = Mutex<[Idle]>([])
    }

    /// Tests that one database serves: each leaves dead rows behind.
    private static let usesLimit = 60

    private let cluster: TestCluster
    private let template: String
    private let pool: BlockingPool
    private let gate: TestGate
    private let idles = Idles()
    /// See `DatabaseReset`.
    private let state: String

    /// Made at its first use: the template is migrated once.
    static let shared = Task { try await TestServer() }

    private init() async throws {
        template = "parlay_template_\(getpid())"
        pool = try BlockingPool(name: "test-database", threads: 4, capacity: 4096)
        gate = TestGate(width: 12)
        let template = template
        (cluster, state) = try await pool.run {
            let cluster = try TestCluster.shared()
            let server = ConnectionSettings(conninfo: cluster.superuserURL(database: "postgres"))
            let connection = try BlockingConnection(server)
            try connection.execute("drop database if exists \(template) with (force)")
            try connection.execute("create database \(template) template template0")
            try Migrator(settings: ConnectionSettings(conninfo: cluster.superuserURL(database: template)))
                .migrate()
            let made = try BlockingConnection(
                ConnectionSettings(conninfo: cluster.superuserURL(database: template))
            )
            try made.execute(DatabaseReset.prepare)
            return (cluster, try DatabaseReset.state(made))
        }
        // A server that was given keeps no templates of a process that is gone.
        atexit { TestServer.dropTemplates() }
    }

    private static func dropTemplates() {
        do {
            let settings = ConnectionSettings(
                conninfo: try TestCluster.shared().superuserURL(database: "postgres")
            )
            let connection = try BlockingConnection(settings)
            for name in ["parlay_template_\(getpid())", "parlay_demo_\(getpid())"] {
                try connection.execute("drop database if exists \(name) with (force)")
            }
        } catch {
            print("a test database is left behind: \(error)")
        }
    }

    /// The URL of the superuser, or of another user: a later `user` parameter of a libpq URI wins.
    func url(database: String, user: String?) -> String {
        let url = cluster.superuserURL(database: database)
        guard let user else { return url }
        return url + (url.contains("?") ? "&" : "?") + "user=\(user)"
    }

    /// Runs `body` with a database as it is after the migrations. A dozen at a time: each holds connections.
    func withDatabase(
        _ kind: DatabaseTrait.Kind,
        _ body: @Sendable (TestDatabase) async throws -> Void
    ) async throws {
        // A test of a suite has the database of the suite's trait besides.
        let isNested = TestDatabase.bound != nil
        if !isNested { await gate.enter() }
        defer { if !isNested { gate.leave() } }
        let number = gate.nextNumber()
        var idle: Idle
        if kind == .reused, let found = idles.stored.withLock({ $0.popLast() }) {
            idle = found
        } else {
            let name = "parlay_test_\(getpid())_\(number)"
            let url = url(database: name, user: nil)
            let loops = try TestLoops.group.get().loops
            idle = Idle(
                name: name,
                loop: loops[number % loops.count],
                owners: OwnerConnections(settings(url: url, role: "parlay_owner"))
            )
            let template = kind == .demo ? try await Self.demoTemplate.value : template
            try await administer("create database \(idle.name) template \(template)")
        }
        let database = TestDatabase(
            name: idle.name,
            loop: idle.loop,
            server: self,
            owners: idle.owners,
            pools: idle.pools
        )
        let result: Result<Void, any Error>
        do {
            try await body(database)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        database.stopPools()
        idle.uses += 1
        // A test may also have closed the database to everybody.
        if case .success = result, kind == .reused, idle.uses < Self.usesLimit,
            (try? await reset(idle)) == true
        {
            idles.stored.withLock { $0.append(idle) }
        } else {
            idle.pools.stopAll()
            // The files of this process' own server go with it, which costs less than the checkpoint of each drop.
            if !cluster.isOwn { try await administer("drop database if exists \(idle.name) with (force)") }
        }
        try result.get()
    }

    /// Made when the first test asks for it.
    private static let demoTemplate = Task { try await shared.value.makeDemoTemplate() }

    private func makeDemoTemplate() async throws -> String {
        let name = "parlay_demo_\(getpid())"
        try await administer("create database \(name) template \(template)")
        try await pool.run { [url = url(database: name, user: nil)] in
            var load = ChildProcess.Command(TestProgram.path, ["admin", "demo", "load"])
            load.environment = TestProgram.cheapPasswords
            load.environment["DATABASE_URL"] = url
            let (exit, output) = try ChildProcess.run(load)
            guard exit == .code(0) else { throw TestDatabaseError.demoNotLoaded(output) }
        }
        return name
    }

    private func reset(_ idle: Idle) async throws -> Bool {
        let processes = try await idle.loop.run { await idle.pools.settle() }
        return try await pool.run { [state] in
            try DatabaseReset.reset(idle.owners, keeping: processes, state: state)
        }
    }

    /// However slow the machine is.
    func settings(url: String, role: String? = nil) -> ConnectionSettings {
        ConnectionSettings(conninfo: url, role: role, statementTimeout: 120_000, lockTimeout: 60_000)
    }

    private func administer(_ sql: String) async throws {
        let settings = settings(url: url(database: "postgres", user: nil))
        try await pool.run { try BlockingConnection(settings).execute(sql) }
    }
}
