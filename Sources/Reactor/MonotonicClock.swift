internal import CLinux

/// Nanoseconds since an arbitrary start, never going back: for deadlines and durations.
package enum MonotonicClock {
    package static var now: Int64 { parlay_monotonic_nanoseconds() }
}
