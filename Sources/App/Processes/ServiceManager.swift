internal import CLinux
internal import Console
internal import Glibc
internal import Observability
internal import Reactor
internal import Synchronization

/// Reports the state of this process to the program that supervises it (sd_notify(3)); does nothing if there is none.
final class ServiceManager: Sendable {
    private let supervision: Supervision
    private let logger: Logger
    private let hasFailed = Atomic(false)

    init(_ supervision: Supervision, logger: Logger) {
        self.supervision = supervision
        self.logger = logger
    }

    /// How often it must get a message from the event loops; `nil` if it does not ask for that.
    var watchdog: Duration? { supervision.watchdog }

    func notifyReady(_ status: String) { send("READY=1\nSTATUS=\(status)", wait: 2) }
    func notifyStopping() { send("STOPPING=1\nSTATUS=stopping", wait: 2) }
    func notifyAlive() { send("WATCHDOG=1", wait: 0) }

    private func send(_ message: String, wait: Int32) {
        guard let socket = supervision.socket else { return }
        let code = unsafe parlay_send_datagram(socket, message, wait)
        guard code != 0, !hasFailed.exchange(true, ordering: .relaxed) else { return }
        let reason = unsafe String(cString: strerror(code))
        logger.warning(
            "cannot notify the service manager",
            [.text("NOTIFY_SOCKET", socket), .text("error", reason)]
        )
    }
}

/// Sends `WATCHDOG=1` as long as all event loops run: each message has passed through every loop, so a loop that is
/// stuck keeps it.
struct Watchdog: Sendable {
    private let manager: ServiceManager
    private let loops: [EventLoop]
    private let pause: Duration

    /// `nil` if the service manager asks for no messages.
    init?(_ manager: ServiceManager, _ loops: [EventLoop]) {
        guard let interval = manager.watchdog, !loops.isEmpty else { return nil }
        self.manager = manager
        self.loops = loops
        pause = interval / 3
    }

    /// The messages end with the loops.
    func start() { pass(to: 0) }

    private func pass(to index: Int) {
        let loop = loops[index]
        loop.execute {
            guard index + 1 == loops.count else { return pass(to: index + 1) }
            manager.notifyAlive()
            loop.schedule(after: pause) { pass(to: 0) }
        }
    }
}
