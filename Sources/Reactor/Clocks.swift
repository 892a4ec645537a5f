internal import CLinux

/// A moment of the monotonic clock, which never goes back: for deadlines and durations inside one process.
///
/// Unlike `ContinuousClock.Instant` it is one word and is read without a call into the standard library.
package struct Instant: Comparable, Hashable, Sendable {
    /// Since an arbitrary start.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static var now: Instant { Instant(nanoseconds: parlay_monotonic_nanoseconds()) }
    /// Before every reading of the clock; `distantFuture` is after every reading.
    package static var distantPast: Instant { Instant(nanoseconds: .min) }
    package static var distantFuture: Instant { Instant(nanoseconds: .max) }

    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func - (end: Instant, start: Instant) -> Duration {
        Duration(attoseconds: (Int128(end.nanoseconds) - Int128(start.nanoseconds)) * 1_000_000_000)
    }

    /// Clamped to what fits.
    package static func + (start: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: (.nanoseconds(start.nanoseconds) + duration).nanoseconds)
    }
}

/// Milliseconds since the Unix epoch by the machine's clock.
package enum WallClock {
    package static var milliseconds: Int64 { parlay_realtime_milliseconds() }
}

extension Duration {
    /// Whole nanoseconds, clamped to what fits.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// Whole milliseconds, clamped to what fits.
    package var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }
}
