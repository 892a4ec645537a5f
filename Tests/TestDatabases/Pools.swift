internal import Database
internal import Synchronization

/// The pools of one database, which serve the tests that it serves: opening connections and preparing their statements
/// costs more than many tests.
///
/// `@unchecked Sendable`, because a reference is counted: `kept` is used under the lock alone, and a pool is taken only while
/// the array has the one reference to it.
final class Pools: @unchecked Sendable {
    struct Kind: Hashable {
        let user: TestDatabase.User
        let sizes: DatabasePool.Sizes
    }

    private struct Kept {
        let kind: Kind
        var pool: DatabasePool
    }

    /// Between tests: a server has 500, and there are about a dozen databases.
    private static let connectionLimit = 20

    private let lock = Mutex(())
    private var kept: [Kept] = []

    /// A pool that nobody holds.
    func take(_ kind: Kind) -> DatabasePool? {
        lock.withLock { _ in
            for index in kept.indices
            where kept[index].kind == kind && isKnownUniquelyReferenced(&kept[index].pool) {
                return kept[index].pool
            }
            return nil
        }
    }

    func add(_ pool: DatabasePool, _ kind: Kind) {
        lock.withLock { _ in kept.append(Kept(kind: kind, pool: pool)) }
    }

    /// Stops the pools that are held or in use, and those beyond the limit. Call it on their loop.
    ///
    /// - Returns: the processes of the sessions of the others.
    func settle() async -> [Int64] {
        var processes: [Int64] = []
        // The last ones are likely to be of use again.
        for free in takeAll().reversed() {
            let own = await settle(free.pool, free.kind.sizes)
            if let own, processes.count + own.count <= Self.connectionLimit {
                processes += own
                add(free.pool, free.kind)
            } else {
                free.pool.stop()
            }
        }
        return processes
    }

    func stopAll() {
        for free in takeAll() { free.pool.stop() }
    }

    /// Those that nobody holds; the others are stopped.
    private func takeAll() -> [Kept] {
        lock.withLock { _ in
            var free: [Kept] = []
            for index in kept.indices {
                if isKnownUniquelyReferenced(&kept[index].pool) {
                    free.append(kept[index])
                } else {
                    kept[index].pool.stop()
                }
            }
            kept = []
            return free
        }
    }

    /// The counters of tables tell the reset what to empty; a session writes its own a second later, or when asked to.
    private static let flush = Statement("select pg_backend_pid()::bigint, pg_stat_force_next_flush()")

    /// The processes of its sessions; `nil` if it is in use.
    private func settle(_ pool: DatabasePool, _ sizes: DatabasePool.Sizes) async -> [Int64]? {
        let status = pool.statusHere
        guard status.depth == 0, status.waiting == 0 else { return nil }
        do {
            // What is sent at the same time goes to different connections.
            let processes = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<sizes.readers {
                    group.addTask { try await pool.read([Self.flush()])[0][0].integer(0) }
                }
                for _ in 0..<sizes.writers {
                    group.addTask { try await pool.write([Self.flush()])[0][0].integer(0) }
                }
                // These are opened when they are needed.
                for _ in 0..<max(0, status.open - sizes.readers - sizes.writers) {
                    group.addTask {
                        try await pool.transaction { try await $0.run(Self.flush())[0][0].integer(0) }
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
