internal import CLinux
internal import Glibc
internal import Synchronization

package enum LogWriterError: Error, Equatable {
    /// `eventfd` failed with this `errno`.
    case eventDescriptor(Int32)
    /// The descriptor to write to could not be duplicated, with this `errno`.
    case duplicate(Int32)
    /// `pthread_create` failed with this `errno`.
    case thread(Int32)
}

/// Writes lines to a file descriptor on a separate thread. Callers only append to a buffer: a slow or stuck reader
/// costs them only lines, which are counted.
package final class LogWriter: Sendable {
    private let thread: LogWriterThread

    /// Writes to a duplicate of the descriptor, which the caller may close. `capacity` limits the waiting bytes.
    package init(
        fileDescriptor: Int32 = STDERR_FILENO,
        format: LogFormat,
        capacity: Int = 8 << 20
    ) throws(LogWriterError) {
        thread = try LogWriterThread(
            fileDescriptor: fileDescriptor,
            queue: LogQueue(format: format, capacity: capacity)
        )
        try thread.start()
    }

    /// Waiting lines are still written, later and without this object.
    deinit { thread.stop() }

    /// Lines dropped since the start, because the buffer was full or the descriptor failed.
    package var droppedLines: UInt64 { thread.queue.withLock { $0.dropped } }

    /// Waits until every line so far is written; false on `timeout`. Blocks its thread: it is meant for the end of
    /// the program.
    package func flush(timeout: Duration) -> Bool { thread.flush(timeout: timeout) }

    func write(_ level: LogLevel, _ body: (inout [UInt8], LogFormat) -> Void) {
        let now = parlay_realtime_milliseconds()
        let mustWake = thread.queue.withLock { $0.append(level, milliseconds: now, body) }
        if mustWake { thread.wake() }
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
