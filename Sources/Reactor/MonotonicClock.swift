internal import CLinux

/// Nanoseconds since an arbitrary start, never going back: for deadlines and durations.
package enum MonotonicClock {
    package static var now: Int64 { parlay_monotonic_nanoseconds() }
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

enum StallReport {
    static func report(_ what: StaticString, nanoseconds: Int64, loop: Int) {
        let line = "event loop \(loop) was held \(nanoseconds / 1_000_000) ms by one \(what)\n"
        _ = unsafe line.withCString { unsafe write(2, $0, strlen($0)) }
    }
}
