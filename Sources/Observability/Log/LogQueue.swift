internal import Reactor

/// The lines that the output does not have yet, and the counts of what it has. A plain value, guarded by the writer's mutex.
struct LogQueue {
    private let capacity: Int
    private var encoder: LogEncoder
    private var lines: UInt64 = 0
    /// What the output has and did not write yet.
    private var atOutput: (bytes: Int, lines: UInt64, reported: UInt64) = (0, 0, 0)
    private(set) var dropped: UInt64 = 0
    /// How many of the dropped lines were reported by a line that is written.
    private var reported: UInt64 = 0
    private var hasFailed = false
    /// When a loop writes next, by the monotonic clock. Past, if none will or the one that would has stopped.
    private var nextTurn = Instant.distantPast

    init(format: LogFormat, capacity: Int) {
        self.capacity = capacity
        encoder = LogEncoder(format: format)
        encoder.bytes.reserveCapacity(64 << 10)
    }

    /// Whether everything is written or dropped. Dropped lines are reported before, unless the last write failed, because
    /// the report would be retried for ever.
    var isEmpty: Bool {
        encoder.bytes.isEmpty && atOutput.bytes == 0 && (dropped == reported || hasFailed)
    }

    /// Accepts a line or counts it as dropped.
    mutating func append(_ level: LogLevel, _ message: String, _ fields: [LogField]) {
        let start = encoder.bytes.count
        if start + atOutput.bytes < capacity {
            encoder.append(level, milliseconds: WallClock.milliseconds, message, fields)
            if encoder.bytes.count + atOutput.bytes <= capacity { return lines += 1 }
            encoder.bytes.removeLast(encoder.bytes.count - start)
        }
        dropped += 1
    }

    /// Gives an output that has written everything the lines so far, and a report of dropped ones above the capacity.
    mutating func refill(_ output: inout LogOutput) {
        guard output.unwritten == 0 else { return }
        if dropped > reported {
            let count = LogField.integer("count", dropped - reported)
            encoder.append(.warning, milliseconds: WallClock.milliseconds, "log lines dropped", [count])
        }
        swap(&encoder.bytes, &output.bytes)
        atOutput = (output.bytes.count, lines, dropped)
        lines = 0
    }

    /// Notes what the output did with its bytes.
    mutating func settle(_ result: LogOutput.Result, unwritten: Int) {
        atOutput.bytes = unwritten
        hasFailed = result == .failed
        switch result {
        case .written: reported = atOutput.reported
        case .failed: dropped += atOutput.lines
        case .full: break
        }
    }

    /// Whether the caller's loop has to write after `interval`, because no loop will before.
    mutating func claimTurn(at now: Instant, every interval: Duration) -> Bool {
        guard now >= nextTurn else { return false }
        nextTurn = now + interval
        return true
    }

    mutating func endTurn() { nextTurn = .distantPast }
}
