internal import CLinux
internal import Glibc
internal import Synchronization

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

    static func waitForever() -> Never {
        var set = signals()
        while true {
            var number: Int32 = 0
            guard unsafe sigwait(&set, &number) == 0 else { continue }
            let handlers = handlers.withLock { $0 }
            // Nothing to stop in an orderly way: end as the signal would have.
            if handlers.isEmpty { exit(128 + number) }
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
