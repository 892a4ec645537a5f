package import Database
internal import Synchronization

/// The context of a run of a job.
package struct JobContext<Service: Sendable>: Sendable {
    package let service: Service
    /// `JobQueue.platform` for jobs that belong to no tenant.
    package let tenantID: Int64
    package let jobID: Int64
    /// From 1.
    package let attempt: Int
    package let isLastAttempt: Bool
    let run: JobRun

    /// Commits statements together with the job's completion, in one round trip: they take effect exactly once.
    ///
    /// - Throws: `JobError.leaseLost` if another worker has the job; then nothing took effect.
    @discardableResult
    package func complete(with queries: [Query]) async throws -> [ResultSet] {
        try await run.complete { pool, fence in
            Array(try await pool.write([fence] + queries).dropFirst())
        }
    }

    /// The same for effects that must read before they write. Runs again after a deadlock or a serialization failure,
    /// so `body` must only touch the transaction.
    package func transaction<Value>(_ body: (Transaction) async throws -> Value) async throws -> Value {
        try await run.complete { pool, fence in
            try await pool.transaction { transaction in
                try await transaction.run(fence)
                return try await body(transaction)
            }
        }
    }
}

/// A run, and whether it is completed. Uses a `Mutex` because a handler can call from any of its tasks.
final class JobRun: Sendable {
    private enum State { case open, completing, completed }
    let key: RunKey
    private let pool: DatabasePool
    private let state = Mutex(State.open)

    init(_ key: RunKey, pool: DatabasePool) {
        self.key = key
        self.pool = pool
    }

    var isCompleted: Bool { state.withLock { $0 == .completed } }

    func complete<Value>(_ body: (DatabasePool, Query) async throws -> Value) async throws -> Value {
        let isMine = state.withLock { state in
            guard state == .open else { return false }
            state = .completing
            return true
        }
        guard isMine else { throw JobError.alreadyCompleted }
        let fence = JobStore.complete(key)
        do {
            let value = try await body(pool, fence)
            state.withLock { $0 = .completed }
            return value
        } catch {
            state.withLock { $0 = .open }
            if let error = error as? DatabaseError, error.sqlState == JobStore.leaseLost {
                throw JobError.leaseLost
            }
            throw error
        }
    }
}
