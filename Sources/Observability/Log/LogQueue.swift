internal import CLinux

/// The lines between callers and the writing thread. A plain value, guarded by the thread's mutex.
struct LogQueue {
    private let format: LogFormat
    private let capacity: Int
    private var pending: [UInt8] = []
    private var batch = Batch()
    private var bytesInFlight = 0
    private var time = TimestampCache()
    private var isWriterIdle = false
    private var isStopping = false
    /// Lines accepted so far, and how many of those were written or dropped.
    private var accepted: UInt64 = 0
    private var settled: UInt64 = 0
    /// Dropped lines that no log line reports yet.
    private var unreported: UInt64 = 0
    private(set) var dropped: UInt64 = 0
    private var waiting: [(until: UInt64, event: Int32)] = []

    init(format: LogFormat, capacity: Int) {
        self.format = format
        self.capacity = capacity
        pending.reserveCapacity(64 << 10)
    }

    /// Accepts a line or counts it as dropped; true if the thread sleeps and must be woken.
    mutating func append(
        _ level: LogLevel,
        milliseconds: Int64,
        _ body: (inout [UInt8], LogFormat) -> Void
    ) -> Bool {
        let start = pending.count
        if start + bytesInFlight < capacity {
            format.begin(level, at: &time, milliseconds: milliseconds, in: &pending)
            body(&pending, format)
            format.end(&pending)
        }
        guard pending.count > start, pending.count + bytesInFlight <= capacity else {
            pending.removeLast(pending.count - start)
            unreported += 1
            dropped += 1
            return false
        }
        batch.lines += 1
        accepted += 1
        defer { isWriterIdle = false }
        return isWriterIdle
    }

    /// Reports how many lines were dropped, above the capacity if need be.
    private mutating func reportDropped() {
        guard unreported > 0 else { return }
        let now = parlay_realtime_milliseconds()
        format.begin(.warning, at: &time, milliseconds: now, in: &pending)
        format.append(message: "log lines dropped", to: &pending)
        format.append("count", integer: Int64(clamping: unreported), to: &pending)
        format.end(&pending)
        batch.reports += 1
        batch.reported += unreported
        unreported = 0
        accepted += 1
    }

    /// What the thread writes in one call.
    struct Batch {
        /// Lines of callers.
        var lines: UInt64 = 0
        /// Lines that report dropped ones, and how many.
        var reports: UInt64 = 0
        var reported: UInt64 = 0
        var isLast = false
    }

    /// Swaps the waiting lines with the empty `bytes`. `hasFailed` says whether the last write failed: dropped lines
    /// are then reported only together with new ones, because the report itself would otherwise be retried for ever.
    mutating func take(_ bytes: inout [UInt8], hasFailed: Bool) -> Batch {
        if !pending.isEmpty || !hasFailed { reportDropped() }
        swap(&pending, &bytes)
        bytesInFlight = bytes.count
        isWriterIdle = bytes.isEmpty
        batch.isLast = isStopping
        defer { batch = Batch() }
        return batch
    }

    /// Completes what `take` began and signals those who waited for it.
    mutating func settle(_ batch: Batch, hasFailed: Bool) {
        bytesInFlight = 0
        settled += batch.lines + batch.reports
        if hasFailed {
            unreported += batch.lines + batch.reported
            dropped += batch.lines
        }
        waiting.removeAll { waiter in
            guard waiter.until <= settled else { return false }
            // Under the lock, so that `withdraw` cannot close the descriptor in between.
            eventfd_write(waiter.event, 1)
            return true
        }
    }

    /// `event` is signalled once all lines so far are written or dropped; false if they already are.
    mutating func register(_ event: Int32) -> Bool {
        reportDropped()
        guard settled < accepted else { return false }
        waiting.append((until: accepted, event: event))
        return true
    }

    /// Whether `event` was signalled; it never will be after this.
    mutating func withdraw(_ event: Int32) -> Bool {
        let before = waiting.count
        waiting.removeAll { $0.event == event }
        return waiting.count == before
    }

    mutating func stop() { isStopping = true }
}
