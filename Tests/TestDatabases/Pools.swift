internal import Database

/// The pools of one database, which serve the tests that it serves: opening connections and preparing their statements
/// costs more than many tests.
struct Pools: Sendable {
    struct Kind: Hashable {
        let user: TestDatabase.User
        let sizes: DatabasePool.Sizes
    }

    /// Between tests: a server has 500, and there are about a dozen databases.
    private static let connectionLimit = 20

    private let kept = Reusable<Kind, DatabasePool>()

    func take(_ kind: Kind) -> DatabasePool? { kept.take(kind) }
    func add(_ pool: DatabasePool, _ kind: Kind) { kept.add(pool, kind) }

    /// Stops the pools that are held or in use, and those beyond the limit. Call it on their loop.
    ///
    /// - Returns: the processes of the sessions of the others.
    func settle() async -> [Int64] {
        var processes: [Int64] = []
        let (free, held) = kept.takeAll()
        for entry in held { entry.object.stop() }
        // The last ones are likely to be of use again.
        for entry in free.reversed() {
            let own = await settle(entry.object, entry.kind.sizes)
            if let own, processes.count + own.count <= Self.connectionLimit {
                processes += own
                add(entry.object, entry.kind)
            } else {
                entry.object.stop()
            }
        }
        return processes
    }

    func stopAll() {
        let (free, held) = kept.takeAll()
        for entry in free + held { entry.object.stop() }
    }

    /// The counters of tables decide what the reset empties; a session writes its own a second later, or when asked to.
    static let flush = RowStatement<Int64>(
        "select pg_backend_pid()::bigint from pg_stat_force_next_flush()"
    )

    /// The processes of its sessions; `nil` if it is in use.
    private func settle(_ pool: DatabasePool, _ sizes: DatabasePool.Sizes) async -> [Int64]? {
        let status = pool.statusHere
        guard status.depth == 0, status.waiting == 0 else { return nil }
        do {
            // What is sent at the same time goes to different connections.
            let processes = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<sizes.readers {
                    group.addTask { try await pool.read(Self.flush()).one }
                }
                for _ in 0..<sizes.writers {
                    group.addTask { try await pool.write(Self.flush()).one }
                }
                // These are opened when they are needed.
                for _ in 0..<max(0, status.open - sizes.readers - sizes.writers) {
                    group.addTask {
                        try await pool.transaction { try await $0.read(Self.flush()).one }
                    }
                }
                return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
            }
            return processes.count == status.open ? Array(processes) : nil
        } catch {
            return nil
        }
    }
}
