internal import Synchronization

/// A blocking-work pool whose queue is shared fairly between users, such as client addresses; see `FairPoolQueue`.
package final class FairPool<Key: Hashable & Sendable>: Sendable {
    package typealias User = FairPoolUser<Key>

    private struct Work {
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private let pool: BlockingPool
    private let queue: Mutex<FairPoolQueue<Key, Work>>

    /// - Parameters:
    ///   - pool: what the calls run on. As many wait as it allows.
    ///   - share: how many of them may be of a user's narrowest key.
    package init(_ pool: BlockingPool, share: Int) {
        self.pool = pool
        queue = Mutex(FairPoolQueue(capacity: pool.capacity, share: share))
    }

    /// Calls that wait for a thread.
    package var depth: Int { queue.withLock { $0.count } }

    /// Runs `body` on a thread of the pool and returns on the caller's executor.
    ///
    /// - Throws: `ReactorError.poolFull` when the queue is full or the user has all of its share, otherwise what `body`
    ///   throws.
    package func run<Value: Sendable>(
        for user: User,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            let work = Work(
                run: { continuation.resume(returning: Result(catching: body)) },
                refuse: { continuation.resume(returning: .failure(ReactorError.poolFull)) }
            )
            submit(work, of: user)
        }
        return try result.get()
    }

    private func submit(_ work: Work, of user: User) {
        let refused: Work? = queue.withLock { queue in
            switch queue.append(work, of: user) {
            // The pool's queue has a call of `runNext` for each element of this queue.
            case .queued: pool.submit { [self] in runNext() } ? nil : queue.removeNewest(of: user)
            // The thread that would have taken the removed one takes this one.
            case .replaced(let other): other
            case .refused: work
            }
        }
        refused?.refuse()
    }

    private func runNext() {
        let work = queue.withLock { $0.next() }
        work?.run()
    }
}
