internal import CLinux
internal import Synchronization

/// Counts what holds an event loop for too long. Written by the loop, read by any thread.
///
/// The wall clock alone would also blame what ran while the system gave the processor to another program. So a long
/// stretch is looked at again by the processor time of the thread, which takes a system call and is therefore read only
/// then, and otherwise at most once a millisecond.
package final class LoopHolds: Sendable {
    /// The longest that one piece of work may take, in nanoseconds.
    package static let limit: Int64 = 5_000_000

    package struct Counts: Equatable, Sendable {
        /// Stretches in which the thread computed for longer than the limit.
        package var computing: Int64 = 0
        /// Stretches in which it waited for the system: for a processor, a page of memory, a blocking call.
        package var waiting: Int64 = 0
        /// The longest computation, in nanoseconds.
        package var longest: Int64 = 0

        package init() {}
    }

    private let computing = Atomic<Int64>(0)
    private let waiting = Atomic<Int64>(0)
    private let longest = Atomic<Int64>(0)

    package var counts: Counts {
        var counts = Counts()
        counts.computing = computing.load(ordering: .relaxed)
        counts.waiting = waiting.load(ordering: .relaxed)
        counts.longest = longest.load(ordering: .relaxed)
        return counts
    }

    /// - Parameters:
    ///   - elapsed: by the wall clock.
    ///   - computed: by the clock of the thread, at least.
    func add(elapsed: Int64, computed: Int64) {
        guard elapsed > Self.limit else { return }
        guard computed > Self.limit else {
            waiting.wrappingAdd(1, ordering: .relaxed)
            return
        }
        computing.wrappingAdd(1, ordering: .relaxed)
        if computed > longest.load(ordering: .relaxed) { longest.store(computed, ordering: .relaxed) }
    }
}

/// The clocks of one loop, which measure how long each piece of work takes. Used only on the loop's thread.
struct LapClock {
    private static let freshness: Int64 = 1_000_000

    private var lapStart: Int64 = 0
    private var baseline: (wall: Int64, processor: Int64) = (0, 0)

    /// A turn begins.
    mutating func start(_ now: Int64) {
        lapStart = now
        if now - baseline.wall > Self.freshness { baseline = (now, parlay_thread_nanoseconds()) }
    }

    /// A piece of work ended. Returns how long it took if that is over the limit.
    @inline(__always)
    mutating func lap(_ holds: LoopHolds) -> Int64? {
        let now = MonotonicClock.now
        let elapsed = now - lapStart
        if elapsed > LoopHolds.limit { return endLongLap(now, elapsed, holds) }
        lapStart = now
        return nil
    }

    @inline(never)
    private mutating func endLongLap(_ now: Int64, _ elapsed: Int64, _ holds: LoopHolds) -> Int64 {
        let processor = parlay_thread_nanoseconds()
        // What the thread did since the baseline and before this lap may all have been computation.
        let before = lapStart - baseline.wall
        holds.add(elapsed: elapsed, computed: min(elapsed, processor - baseline.processor - before))
        baseline = (now, processor)
        lapStart = now
        return elapsed
    }
}
