package import Database
package import Reactor
internal import Synchronization
internal import TestSupport

/// A separate database for one test: a clone of the migrated template, dropped when the test ends.
///
/// Give the test or its suite the trait `.database` and ask for `TestDatabase.current`.
package final class TestDatabase: Sendable {
    @TaskLocal package static var bound: TestDatabase?

    /// The database of the running test.
    package static var current: TestDatabase {
        get throws {
            guard let bound else { throw TestDatabaseError.traitMissing }
            return bound
        }
    }

    /// Who a test connects as. The front and the worker log in as their roles, so that row-level security holds them;
    /// the owner logs in as superuser and takes the role `parlay_owner`.
    package enum User: Sendable { case front, worker, owner, superuser }

    package let name: String
    /// The loop that the pools of this test live on; tests share a few loops.
    package let loop: EventLoop
    private let server: TestServer
    private let owners: OwnerConnections
    private let shared: Pools
    private let pools: Mutex<[DatabasePool]> = Mutex([])

    init(name: String, loop: EventLoop, server: TestServer, owners: OwnerConnections, pools: Pools) {
        self.name = name
        self.loop = loop
        self.server = server
        self.owners = owners
        shared = pools
    }

    /// A libpq URI.
    package func url(as user: User) -> String {
        switch user {
        case .front: server.url(database: name, user: "parlay_front")
        case .worker: server.url(database: name, user: "parlay_worker")
        case .owner, .superuser: server.url(database: name, user: nil)
        }
    }

    /// A libpq URI for a role that the test made.
    package func url(asRole role: String) -> String { server.url(database: name, user: role) }

    package func settings(as user: User) -> ConnectionSettings {
        server.settings(url: url(as: user), role: user == .owner ? "parlay_owner" : nil)
    }

    /// A new connection that waits for each answer. It blocks its thread: fine for the short statements of a test.
    package func connect(as user: User) throws -> BlockingConnection {
        try BlockingConnection(settings(as: user))
    }

    /// A connection as `parlay_owner`, which sees every tenant: new, or one that was let go. Who leaves a transaction open
    /// until the connection closes takes `connect(as: .owner)`.
    package var owner: BlockingConnection {
        get throws { try owners.take() }
    }

    /// Writes many rows as the superuser, without triggers and the checks of foreign keys, which cost more than the rows.
    package func load(_ sql: String) throws {
        let superuser = try connect(as: .superuser)
        // So many rows at once take a busy machine long.
        try superuser.execute(
            "set session_replication_role = replica; set statement_timeout = 0; set search_path = parlay"
        )
        try superuser.execute(sql)
    }

    /// A connected pool on `loop`, which may have served other tests. Nobody else has it as long as it is held. Call it
    /// inside `onLoop`.
    package func front(_ sizes: DatabasePool.Sizes = .small) async throws -> DatabasePool {
        try await pool(.front, sizes)
    }

    package func worker(_ sizes: DatabasePool.Sizes = .small) async throws -> DatabasePool {
        try await pool(.worker, sizes)
    }

    private func pool(_ user: User, _ sizes: DatabasePool.Sizes) async throws -> DatabasePool {
        let kind = Pools.Kind(user: user, sizes: sizes)
        if let pool = shared.take(kind) {
            // A test may have ended its sessions.
            try await connected(pool, sizes)
            return pool
        }
        let pool = try await open(settings(as: user), sizes)
        shared.add(pool, kind)
        return pool
    }

    /// A connected pool with settings of the test's own, on `loop`, stopped when the test ends.
    package func pool(
        _ settings: ConnectionSettings,
        _ sizes: DatabasePool.Sizes = .small
    ) async throws -> DatabasePool {
        let pool = try await open(settings, sizes)
        pools.withLock { $0.append(pool) }
        return pool
    }

    private func open(_ settings: ConnectionSettings, _ sizes: DatabasePool.Sizes) async throws
        -> DatabasePool
    {
        var patient = sizes
        // However slow the machine is, unless the test says how long transactions wait for a connection.
        if sizes.waitLimit == DatabasePool.Sizes().waitLimit { patient.waitLimit = .seconds(120) }
        let pool = try DatabasePool(settings, loops: [loop], sizes: patient)
        pool.start()
        try await connected(pool, sizes)
        return pool
    }

    private func connected(_ pool: DatabasePool, _ sizes: DatabasePool.Sizes) async throws {
        try await onLoop {
            try await eventually("a connected pool") {
                pool.statusHere.open >= sizes.readers + sizes.writers
            }
        }
    }

    /// Runs `body` on the loop of this test's pools.
    package func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await loop.run(body)
    }

    /// Suspends until a statement of another connection waits for a lock that `holder` has. Call it on the loop.
    package func pollBlocked(by holder: BlockingConnection, _ what: String) async throws {
        let pid = try holder.query("select pg_backend_pid()::bigint")[0].integer(0)
        let watcher = try owner
        try await eventually(what) {
            try !watcher.query(
                "select from pg_locks where not granted and $1::integer = any (pg_blocking_pids(pid))",
                .integer(pid)
            ).isEmpty
        }
    }

    func stopPools() {
        for pool in pools.withLock({ $0 }) { pool.stop() }
    }
}

package enum TestDatabaseError: Error, CustomStringConvertible {
    case traitMissing
    /// With what the command printed.
    case demoNotLoaded(String)

    package var description: String {
        switch self {
        case .traitMissing: "TestDatabase.current needs the trait .database on the test or its suite."
        case .demoNotLoaded(let output): "parlay admin demo load failed: \(output)"
        }
    }
}

extension DatabasePool.Sizes {
    /// One connection for each purpose: tests run side by side, and a server has few connections. Searches have a minute,
    /// so that a busy machine finds what an idle one does.
    package static var small: Self { Self(readers: 1, writers: 1, transactions: 1, readLimit: 60_000) }

    /// The same for tests whose calls race.
    package static var racing: Self { Self(readers: 1, writers: 4, transactions: 2, readLimit: 60_000) }
}
