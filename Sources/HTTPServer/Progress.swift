/// How fast a peer sends a body or reads an answer, by the kernel's byte counts.
struct Progress {
    /// The seconds allowed without a byte, and the bytes per second required over any `window` seconds.
    struct Limits: Sendable {
        let timeout: Int
        let slowestRate: Int
        let window: Int
    }

    private var count: UInt64
    private var lastChange: Int64
    /// Samples of about once a second, oldest first; only the first may be older than the window.
    private var marks: [(time: Int64, count: UInt64)]

    init(count: UInt64, now: Int64) {
        self.count = count
        lastChange = now
        marks = [(now, count)]
    }

    /// Whether the peer is too slow. Times are nanoseconds.
    mutating func isTooSlow(count: UInt64, now: Int64, _ limits: Limits) -> Bool {
        if count != self.count {
            self.count = count
            lastChange = now
        }
        if now - lastChange >= Int64(limits.timeout) * 1_000_000_000 { return true }
        marks.append((now, count))
        let window = Int64(limits.window) * 1_000_000_000
        if let first = marks.lastIndex(where: { now - $0.time >= window }), first > 0 {
            marks.removeFirst(first)
        }
        let elapsed = now - marks[0].time
        guard elapsed >= window else { return false }
        return Double(count - marks[0].count) < Double(limits.slowestRate) * Double(elapsed) / 1e9
    }
}
