internal import Synchronization

/// Work whose callers share one run: a caller that asks while it runs gets the result of that run.
package final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var isRunning = false
        var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())
    private let start: @Sendable (_ done: @escaping @Sendable (Value?) -> Void) -> Void

    /// - Parameter start: starts the work, on any thread, and calls `done` once with the result or `nil`.
    package init(start: @escaping @Sendable (_ done: @escaping @Sendable (Value?) -> Void) -> Void) {
        self.start = start
    }

    /// Callers that wait.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// The result of the run that goes on, or of a new one. `nil` if the work has none, or not within `limit`: then it goes
    /// on for others. Call it on an event loop.
    package func value(within limit: Duration? = nil) async -> Value? {
        let loop = EventLoop.current
        var timer: TimerID?
        let value = await withCheckedContinuation { continuation in
            let (number, isFirst) = state.withLock { state in
                state.next += 1
                state.waiting[state.next] = continuation
                defer { state.isRunning = true }
                return (state.next, !state.isRunning)
            }
            if let limit, let loop {
                timer = loop.schedule(after: limit) { [self] in giveUp(number) }
            }
            if isFirst { start { [self] in finish($0) } }
        }
        if let timer { loop?.cancel(timer) }
        return value
    }

    private func giveUp(_ number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: nil)
    }

    private func finish(_ value: Value?) {
        let waiting = state.withLock { state in
            state.isRunning = false
            defer { state.waiting.removeAll() }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}
