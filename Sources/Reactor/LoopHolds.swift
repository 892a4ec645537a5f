internal import CLinux
internal import Synchronization

/// Counts what holds an event loop for too long. Written by the loop, read by any thread.
///
/// The wall clock alone would also blame what ran while the system gave the processor to another program. So a long
/// stretch is looked at again by the processor time of the thread, which takes a system call and is therefore read only
/// then, and otherwise at most once a millisecond.
package final class LoopHolds: Sendable {
    /// The longest that one piece of work may take.
    package static var limit: Duration { .nanoseconds(limitNanoseconds) }
    static let limitNanoseconds: Int64 = 5_000_000

    package struct Counts: Equatable, Sendable {
        /// Stretches in which the thread computed for longer than the limit.
        package let computing: Int64
        /// Stretches in which it waited for the system: for a processor, a page of memory, a blocking call.
        package let waiting: Int64
        /// The longest computation.
        package let longest: Duration
    }

    private let computing = Atomic<Int64>(0)
    private let waiting = Atomic<Int64>(0)
    /// In nanoseconds.
    private let longest = Atomic<Int64>(0)

    package var counts: Counts {
        Counts(
            computing: computing.load(ordering: .relaxed),
            waiting: waiting.load(ordering: .relaxed),
            longest: .nanoseconds(longest.load(ordering: .relaxed))
        )
    }

    /// - Parameters:
    ///   - elapsed: by the wall clock.
    ///   - computed: by the clock of the thread, at least.
    func add(elapsed: Duration, computed: Duration) {
        guard elapsed > Self.limit else { return }
        guard computed > Self.limit else {
            waiting.wrappingAdd(1, ordering: .relaxed)
            return
        }
        computing.wrappingAdd(1, ordering: .relaxed)
        longest.max(computed.nanoseconds, ordering: .relaxed)
    }
}

/// The clocks of one loop, which measure how long each piece of work takes. Used only on the loop's thread. Compares
/// nanoseconds, because that happens several times a request, and a comparison of durations is a call.
struct LapClock {
    private var lapStart = Instant(nanoseconds: 0)
    private var baseline = (wall: Instant(nanoseconds: 0), processor: Duration.zero)

    static var threadTime: Duration { .nanoseconds(parlay_thread_nanoseconds()) }

    /// A turn begins.
    mutating func start(_ now: Instant) {
        lapStart = now
        if now.nanoseconds - baseline.wall.nanoseconds > 1_000_000 { baseline = (now, Self.threadTime) }
    }

    /// A piece of work ended. Returns how long it took if that is over the limit.
    @inline(__always)
    mutating func lap(_ holds: LoopHolds) -> Duration? {
        let now = Instant.now
        let elapsed = now.nanoseconds - lapStart.nanoseconds
        if elapsed > LoopHolds.limitNanoseconds { return endLongLap(now, holds) }
        lapStart = now
        return nil
    }

    @inline(never)
    private mutating func endLongLap(_ now: Instant, _ holds: LoopHolds) -> Duration {
        let elapsed = now - lapStart
        let processor = Self.threadTime
        // What the thread did since the baseline and before this lap may all have been computation.
        let before = lapStart - baseline.wall
        holds.add(elapsed: elapsed, computed: min(elapsed, processor - baseline.processor - before))
        baseline = (now, processor)
        lapStart = now
        return elapsed
    }
}
