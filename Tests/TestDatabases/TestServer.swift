internal import Database
internal import Glibc
internal import Reactor
internal import Schema
internal import TestSupport

/// The PostgreSQL that tests clone databases on, with the template of this process.
struct TestServer: Sendable {
    private let cluster: TestCluster
    private let template: String
    private let pool: BlockingPool
    private let gate: TestGate

    /// Made at its first use: the template is migrated once.
    static let shared = Task { try await TestServer() }

    private init() async throws {
        template = "parlay_template_\(getpid())"
        pool = try BlockingPool(name: "test-database", threads: 4, capacity: 4096)
        gate = TestGate(width: 12)
        let template = template
        cluster = try await pool.run {
            let cluster = try TestCluster.shared()
            let server = ConnectionSettings(conninfo: cluster.superuserURL(database: "postgres"))
            let connection = try BlockingConnection(server)
            try connection.execute("drop database if exists \(template) with (force)")
            try connection.execute("create database \(template) template template0")
            try Migrator(settings: ConnectionSettings(conninfo: cluster.superuserURL(database: template)))
                .migrate()
            return cluster
        }
        // A server that was given keeps no template of a process that is gone.
        atexit { TestServer.dropTemplate() }
    }

    private static func dropTemplate() {
        do {
            let settings = ConnectionSettings(
                conninfo: try TestCluster.shared().superuserURL(database: "postgres")
            )
            let connection = try BlockingConnection(settings)
            try connection.execute("drop database if exists parlay_template_\(getpid()) with (force)")
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

    /// Runs `body` with a new clone of the template. A dozen at a time: each holds connections.
    func withClone(_ body: @Sendable (TestDatabase) async throws -> Void) async throws {
        await gate.enter()
        defer { gate.leave() }
        let number = gate.nextNumber()
        let name = "parlay_test_\(getpid())_\(number)"
        try await administer("create database \(name) template \(template)")
        let loops = try TestLoops.group.get().loops
        let database = TestDatabase(name: name, loop: loops[number % loops.count], server: self)
        let result: Result<Void, any Error>
        do {
            try await body(database)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        database.stopPools()
        try await administer("drop database if exists \(name) with (force)")
        try result.get()
    }

    private func administer(_ sql: String) async throws {
        let settings = ConnectionSettings(
            conninfo: url(database: "postgres", user: nil),
            statementTimeout: 60_000,
            lockTimeout: 60_000
        )
        try await pool.run { try BlockingConnection(settings).execute(sql) }
    }
}
