internal import Reactor

/// A worker's lease by the worker's own clock. It begins before the request for it, so it ends slightly before the one in
/// the database. Pure; the worker says what time it is.
struct WorkerLease: Sendable {
    let length: Duration
    /// 0 without a lease.
    private(set) var id: Int64 = 0
    private var until = Instant.distantPast
    private(set) var renewAt: Instant

    init(length: Duration, at now: Instant) {
        self.length = length
        renewAt = now
    }

    /// Whether others may have its jobs by now.
    func isExpired(at now: Instant) -> Bool { id != 0 && until < now }

    /// The database granted or renewed it.
    ///
    /// - Parameter began: when the request was sent.
    mutating func hold(_ id: Int64, askedAt began: Instant) {
        self.id = id
        until = began + length
        renewAt = began + length / 3
    }

    /// Without the id, no later request speaks for the runs that others may have.
    mutating func lose(at now: Instant) {
        id = 0
        renewAt = now
    }
}
