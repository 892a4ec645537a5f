internal import Reactor

/// How fast a peer sends a body or reads an answer, by the kernel's byte counts.
struct Progress {
    /// The time allowed without a byte, and the bytes per second required over any `window`.
    struct Limits: Sendable {
        let timeout: Duration
        let slowestRate: Int
        let window: Duration
    }

    private var count: UInt64
    private var lastChange: Instant
    /// Samples of about once a second, oldest first; only the first may be older than the window.
    private var marks: [(time: Instant, count: UInt64)]

    init(count: UInt64, now: Instant) {
        self.count = count
        lastChange = now
        marks = [(now, count)]
    }

    /// Whether the peer is too slow.
    mutating func isTooSlow(count: UInt64, now: Instant, _ limits: Limits) -> Bool {
        if count != self.count {
            self.count = count
            lastChange = now
        }
        if now - lastChange >= limits.timeout { return true }
        marks.append((now, count))
        if let first = marks.lastIndex(where: { now - $0.time >= limits.window }), first > 0 {
            marks.removeFirst(first)
        }
        let elapsed = now - marks[0].time
        guard elapsed >= limits.window else { return false }
        return Double(count - marks[0].count) < Double(limits.slowestRate) * (elapsed / .seconds(1))
    }
}
