internal import CLinux
internal import Glibc
internal import Synchronization

/// Runs its closure at the first call only.
final class Once: Sendable {
    private let isDone = Atomic(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
        if !isDone.exchange(true, ordering: .acquiringAndReleasing) { body() }
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

    /// Returns at the first SIGTERM or SIGINT.
    static func stopRequested() async {
        await withCheckedContinuation { continuation in
            let once = Once { continuation.resume() }
            onStop { once.run() }
        }
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
