internal import Reactor
internal import Synchronization

/// When a worker last communicated with the queue. A process without recent communication does no work, however alive
/// it looks.
package final class WorkerPulse: Sendable {
    /// By the monotonic clock, in nanoseconds.
    private let last: Atomic<Int64>

    /// Creation counts as the first time.
    package init(now: Int64 = MonotonicClock.now) { last = Atomic(now) }

    /// Claimed or polled.
    func beat() { last.store(MonotonicClock.now, ordering: .relaxed) }

    package func age(at now: Int64 = MonotonicClock.now) -> Duration {
        .nanoseconds(max(0, now - last.load(ordering: .relaxed)))
    }
}
