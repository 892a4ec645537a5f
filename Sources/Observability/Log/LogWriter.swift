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
    private let output: LogOutput
    private let state: Mutex<LogBuffer>

    private static let gathering = Duration.milliseconds(10)

    /// Writes to a duplicate of the descriptor, which the caller may close. `capacity` limits the waiting bytes.
    package init(
        fileDescriptor: Int32 = STDERR_FILENO,
        format: LogFormat,
        capacity: Int = 8 << 20
    ) throws(ReactorError) {
        output = try LogOutput(duplicating: fileDescriptor)
        state = Mutex(LogBuffer(format: format, capacity: capacity))
    }

    deinit { drain() }

    /// Lines dropped since the start, because the buffer was full or the descriptor failed.
    package var droppedLines: UInt64 { state.withLock { $0.dropped } }

    /// Waits until every line so far is written; false on `timeout`. Blocks its thread: it is meant for the end of
    /// the program.
    package func flush(timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + timeout
        while true {
            drain()
            if state.withLock({ $0.isEmpty }) { return true }
            let left = deadline - .now
            guard left > .zero else { return false }
            output.wait(milliseconds: Int32(clamping: (left.nanoseconds + 999_999) / 1_000_000))
        }
    }

    func write(_ level: LogLevel, _ body: (inout [UInt8], LogFormat) -> Void) {
        let now = WallClock.milliseconds
        let loop = EventLoop.current
        let mustSchedule = state.withLock { state in
            state.append(level, milliseconds: now, body)
            return loop.map { state.claimTurn(at: $0.turnStart.nanoseconds, every: Self.gathering) } ?? false
        }
        guard let loop else { return drain() }
        if mustSchedule { schedule(on: loop) }
    }

    private func schedule(on loop: EventLoop) {
        loop.schedule(after: Self.gathering) { [weak self] in
            guard let self else { return }
            state.withLock { $0.endTurn() }
            drain()
            let mustSchedule = state.withLock {
                !$0.isEmpty && $0.claimTurn(at: loop.turnStart.nanoseconds, every: Self.gathering)
            }
            if mustSchedule { schedule(on: loop) }
        }
    }

    /// Writes what fits. One thread writes at a time, outside of the lock; it also takes what others add meanwhile.
    private func drain() {
        while var batch = state.withLock({ $0.take() }) {
            let result = output.write(batch.bytes, from: &batch.written)
            state.withLock { $0.settle(&batch, hasFailed: result == .failed) }
            if result == .full { return }
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
