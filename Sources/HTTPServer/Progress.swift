/// How a peer gets on with sending a body or taking an answer, by the kernel's count of bytes.
struct Progress {
    /// Seconds without a byte, and the bytes a second that must come or go within any `window` seconds.
    struct Limits: Sendable {
        let timeout: Int
        let slowestRate: Int
        let window: Int
    }

    private var count: UInt64
    private var lastChange: Int64
    /// What was counted about once a second, the oldest first and none older than the window but the first.
    private var marks: [(time: Int64, count: UInt64)]

    init(count: UInt64, now: Int64) {
        self.count = count
        lastChange = now
        marks = [(now, count)]
    }

    /// Whether the peer is to be given up. Times are nanoseconds.
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
