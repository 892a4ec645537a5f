internal import CLinux
internal import Glibc
internal import Synchronization

/// Hears of the first SIGTERM or SIGINT from its making on, also before anybody waits for it.
final class StopSignal: Sendable {
    private struct State {
        var isRequested = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    init() {
        Signals.onStop { [self] in
            let waiting = state.withLock { state in
                state.isRequested = true
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }

    /// Returns at once when the signal has come already. One may wait.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isRequested = state.withLock { state in
                if !state.isRequested { state.waiting = continuation }
                return state.isRequested
            }
            if isRequested { continuation.resume() }
        }
    }
}

/// SIGTERM and SIGINT, taken by the main thread alone.
package enum Signals {
    private static let handlers = Mutex<[@Sendable () -> Void]>([])

    /// Blocks both signals; threads made later inherit that. Call it before any thread exists.
    static func block() {
        var set = signals()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Runs `handler` on the main thread at each SIGTERM or SIGINT.
    package static func onStop(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.append(handler) }
    }

    private static let isProcess = Atomic(false)

    /// From now on a signal that nobody handles ends the program in good order: it has begun nothing yet.
    static func endQuietly() { isProcess.store(true, ordering: .releasing) }

    static func waitForever() -> Never {
        var set = signals()
        while true {
            var number: Int32 = 0
            guard unsafe sigwait(&set, &number) == 0 else { continue }
            let handlers = handlers.withLock { $0 }
            // Nothing to stop in an orderly way: end as the signal would have.
            if handlers.isEmpty { exit(isProcess.load(ordering: .acquiring) ? 0 : 128 + number) }
            for handler in handlers { handler() }
        }
    }

    private static func signals() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        return set
    }
}
