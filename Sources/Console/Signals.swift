internal import Glibc
internal import Synchronization

/// Receives the first SIGTERM or SIGINT after its creation, even before anybody waits for it.
package final class StopSignal: Sendable {
    private struct State {
        var isRequested = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {
        Signals.onStop { [self] in
            let waiting = state.withLock { state in
                state.isRequested = true
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }

    package var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Returns immediately if the signal has already arrived. Only one task may wait.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let isRequested = state.withLock { state in
                if !state.isRequested { state.waiting = continuation }
                return state.isRequested
            }
            if isRequested { continuation.resume() }
        }
    }
}

/// SIGTERM, SIGINT and SIGHUP, handled only by the main thread.
package enum Signals {
    private static let handlers = Mutex<[@Sendable () -> Void]>([])

    /// Blocks these signals; threads created later inherit that. Call it before creating any thread.
    package static func block() {
        var set = signals()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Runs `handler` on the main thread at each SIGTERM or SIGINT.
    package static func onStop(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.append(handler) }
    }

    private static let hangUps = Mutex<[@Sendable () -> Void]>([])

    /// Runs `handler` on the main thread at each SIGHUP, which stops a process without such a handler.
    package static func onHangUp(_ handler: @escaping @Sendable () -> Void) {
        hangUps.withLock { $0.append(handler) }
    }

    private static let isProcess = Atomic(false)

    /// From now on a signal without a handler ends the program cleanly, because nothing has begun yet.
    package static func endQuietly() { isProcess.store(true, ordering: .releasing) }

    package static func waitForever() -> Never {
        var set = signals()
        while true {
            var number: Int32 = 0
            guard unsafe sigwait(&set, &number) == 0 else { continue }
            let hangUps = number == SIGHUP ? hangUps.withLock { $0 } : []
            guard hangUps.isEmpty else {
                for handler in hangUps { handler() }
                continue
            }
            let handlers = handlers.withLock { $0 }
            // There is nothing to stop cleanly: end as the signal would have.
            if handlers.isEmpty { exit(isProcess.load(ordering: .acquiring) ? 0 : 128 + number) }
            for handler in handlers { handler() }
        }
    }

    private static func signals() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        unsafe sigaddset(&set, SIGHUP)
        return set
    }
}
