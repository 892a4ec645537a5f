internal import Reactor

/// The lines that are not written yet. A plain value, guarded by the writer's mutex.
struct LogBuffer {
    /// What one thread writes.
    struct Batch {
        var bytes: [UInt8] = []
        /// So many of them are.
        var written = 0
        /// Lines of callers.
        var lines: UInt64 = 0
        /// Dropped lines that a line of the batch reports.
        var reported: UInt64 = 0
    }

    private let format: LogFormat
    private let capacity: Int
    private var pending: [UInt8] = []
    /// Empty, for the lines that come while a batch is written.
    private var spare: [UInt8] = []
    private var pendingLines: UInt64 = 0
    /// What was taken and did not fit.
    private var unwritten: Batch?
    /// Of the batch that is being written.
    private var bytesInFlight: Int?
    /// Dropped lines that no log line reports yet.
    private var unreported: UInt64 = 0
    private(set) var dropped: UInt64 = 0
    private var hasFailed = false
    /// When a loop writes next, by the monotonic clock. Past, if none will or the one that would has stopped.
    private var nextTurn = Int64.min

    /// A larger buffer is released after a burst.
    private static let keptCapacity = 1 << 20

    init(format: LogFormat, capacity: Int) {
        self.format = format
        self.capacity = capacity
        pending.reserveCapacity(64 << 10)
    }

    /// Whether everything is written or dropped. Dropped lines are reported before, unless the last write failed.
    var isEmpty: Bool {
        pending.isEmpty && unwritten == nil && bytesInFlight == nil && (unreported == 0 || hasFailed)
    }

    /// Accepts a line or counts it as dropped.
    mutating func append(_ level: LogLevel, milliseconds: Int64, _ body: (inout [UInt8], LogFormat) -> Void) {
        let start = pending.count
        let waiting = bytesInFlight ?? unwritten.map { $0.bytes.count - $0.written } ?? 0
        if start + waiting < capacity {
            format.begin(level, milliseconds: milliseconds, in: &pending)
            body(&pending, format)
            format.end(&pending)
        }
        if pending.count > start, pending.count + waiting <= capacity {
            pendingLines += 1
        } else {
            pending.removeLast(pending.count - start)
            unreported += 1
            dropped += 1
        }
    }

    /// Whether the caller's loop has to write after `interval`, because no loop will before.
    mutating func claimTurn(at now: Int64, every interval: Duration) -> Bool {
        guard now >= nextTurn else { return false }
        nextTurn = now + interval.nanoseconds
        return true
    }

    mutating func endTurn() { nextTurn = .min }

    /// The bytes to write, which the caller gives back to `settle`; `nil` if there are none or another thread writes.
    mutating func take() -> Batch? {
        guard bytesInFlight == nil else { return nil }
        if unwritten == nil {
            // After a failure only together with new lines, because the report itself would be retried for ever.
            if unreported > 0, !pending.isEmpty || !hasFailed { reportDropped() }
            guard !pending.isEmpty else { return nil }
            swap(&pending, &spare)
            unwritten = Batch(bytes: spare, lines: pendingLines, reported: unreported)
            (spare, pendingLines, unreported) = ([], 0, 0)
        }
        defer { unwritten = nil }
        bytesInFlight = unwritten.map { $0.bytes.count - $0.written }
        return unwritten
    }

    /// Above the capacity if need be.
    private mutating func reportDropped() {
        format.begin(.warning, milliseconds: WallClock.milliseconds, in: &pending)
        format.append(message: "log lines dropped", to: &pending)
        format.append("count", integer: Int64(clamping: unreported), to: &pending)
        format.end(&pending)
    }

    /// Ends what `take` began.
    mutating func settle(_ batch: inout Batch, hasFailed: Bool) {
        bytesInFlight = nil
        self.hasFailed = hasFailed
        if hasFailed {
            unreported += batch.lines + batch.reported
            dropped += batch.lines
        } else if batch.written < batch.bytes.count {
            unwritten = batch
            return
        }
        swap(&spare, &batch.bytes)
        spare.removeAll(keepingCapacity: spare.capacity <= Self.keptCapacity)
    }
}
