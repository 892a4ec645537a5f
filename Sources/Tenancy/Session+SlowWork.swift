internal import Reactor

/// A transaction holds one of few connections, so nothing slow belongs into it (decision 52).
extension Session {
    /// Refuses slow work while the session holds a connection for a transaction.
    ///
    /// - Throws: `SlowWorkInTransaction`, a bug, answered as an internal error.
    package func requireNoTransaction(_ work: StaticString) throws(SlowWorkInTransaction) {
        if held != nil { throw SlowWorkInTransaction(work: "\(work)") }
    }

    /// Delays the answer.
    package func pause(for duration: Duration) async throws {
        guard duration > .zero else { return }
        try requireNoTransaction("a pause")
        await EventLoop.current?.sleep(for: duration)
    }
}
