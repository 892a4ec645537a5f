internal import Glibc
package import Reactor
internal import Synchronization

/// Writes lines to a file descriptor and never waits for its reader: lines wait in memory until they fit, and what is above
/// the capacity is dropped and counted.
///
/// A line of an event loop is written together with those of the next 10 ms, by a timer of the loop: a busy server costs
/// a hundred writes a second, not one for each line. Other threads write theirs immediately; what does not
/// fit then is written with the next line, or by `flush`.
package final class LogWriter: Sendable {
    /// Whether the lines are for people at a terminal.
    package let isShort: Bool
    private let queue: Mutex<LogQueue>
    private let output: Mutex<LogOutput>

    private static let gathering = Duration.milliseconds(10)

    /// Writes to a duplicate of the descriptor, which the caller may close. `capacity` limits the waiting bytes.
    package init(
        fileDescriptor: Int32 = STDERR_FILENO,
        format: LogFormat,
        capacity: Int = 8 << 20
    ) throws(ReactorError) {
        isShort = format.isShort
        queue = Mutex(LogQueue(format: format, capacity: capacity))
        output = Mutex(try LogOutput(duplicating: fileDescriptor))
    }

    deinit { drain() }

    /// Lines dropped since the start, because the buffer was full or the descriptor failed.
    package var droppedLines: UInt64 { queue.withLock { $0.dropped } }

    /// Waits until every line so far is written; false on `timeout`. Blocks its thread: it is meant for the end of
    /// the program.
    package func flush(timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + timeout
        while true {
            drain()
            if queue.withLock({ $0.isEmpty }) { return true }
            guard .now < deadline else { return false }
            usleep(1000)
        }
    }

    func write(_ level: LogLevel, _ message: String, _ fields: [LogField]) {
        let loop = EventLoop.current
        let mustSchedule = queue.withLock { queue in
            queue.append(level, message, fields)
            return loop.map { queue.claimTurn(at: $0.turnStart, every: Self.gathering) } ?? false
        }
        guard let loop else { return drain() }
        if mustSchedule { schedule(on: loop) }
    }

    private func schedule(on loop: EventLoop) {
        loop.schedule(after: Self.gathering) { [weak self] in
            guard let self else { return }
            queue.withLock { $0.endTurn() }
            drain()
            let mustSchedule = queue.withLock {
                !$0.isEmpty && $0.claimTurn(at: loop.turnStart, every: Self.gathering)
            }
            if mustSchedule { schedule(on: loop) }
        }
    }

    /// Writes what fits. One thread writes at a time, while others add to the queue; it also takes what they add meanwhile.
    private func drain() {
        while !queue.withLock({ $0.isEmpty }) {
            let result = output.withLockIfAvailable { output in
                queue.withLock { $0.refill(&output) }
                let result = output.write()
                queue.withLock { $0.settle(result, unwritten: output.unwritten) }
                return result
            }
            if result == nil || result == .full { return }
        }
    }
}

extension LogWriter {
    package func register(in registry: MetricRegistry) {
        registry.counter(
            "parlay_log_lines_dropped_total",
            "Log lines dropped because the buffer was full or the output failed."
        ) {
            [weak self] in [Sample([], Double(self?.droppedLines ?? 0))]
        }
    }
}
