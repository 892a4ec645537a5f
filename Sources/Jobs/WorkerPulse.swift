package import Reactor
internal import Synchronization

/// When a worker last communicated with the queue. A process without recent communication does no work, however alive
/// it looks.
package final class WorkerPulse: Sendable {
    /// The nanoseconds of an `Instant`.
    private let last: Atomic<Int64>

    /// Creation counts as the first time.
    package init(now: Instant = .now) { last = Atomic(now.nanoseconds) }

    /// Claimed or polled.
    func beat() { last.store(Instant.now.nanoseconds, ordering: .relaxed) }

    package func age(at now: Instant = .now) -> Duration {
        max(.zero, now - Instant(nanoseconds: last.load(ordering: .relaxed)))
    }
}
