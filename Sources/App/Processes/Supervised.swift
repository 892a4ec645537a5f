internal import Cluster
internal import Console
internal import Glibc
internal import Observability
internal import Reactor
internal import Synchronization

/// A process of this program that is restarted when it ends unexpectedly.
final class Supervised: Sendable {
    private struct State {
        var process: ChildProcess?
        var startedAt: Int64 = 0
        var backoff: Int64 = 0
        var isStopped = false
    }

    private let subcommand: String
    private let environment: [String: String]
    private let logger: Logger
    private let state = Mutex(State())

    /// Starts the process.
    init(_ subcommand: String, environment: [String: String], logger: Logger) {
        self.subcommand = subcommand
        self.environment = environment
        self.logger = logger
        start()
    }

    var exit: ChildProcess.Exit? { state.withLock { $0.process?.poll() } }

    private func start() {
        var command = ChildProcess.Command("/proc/self/exe", [subcommand])
        command.program = Program.executable
        command.environment = environment
        state.withLock { state in
            do {
                state.process = try ChildProcess(starting: command)
            } catch {
                logger.error(
                    "a process did not start",
                    [.text("process", subcommand), .text("error", "\(error)")]
                )
            }
            state.startedAt = MonotonicClock.now
        }
    }

    /// Restarts it immediately if it ran for a while, otherwise after a pause that grows to five seconds.
    func restartIfDead() {
        let mustStart = state.withLock { state in
            guard !state.isStopped, state.process?.poll() != nil || state.process == nil else { return false }
            let age = MonotonicClock.now - state.startedAt
            if age > 10_000_000_000 { state.backoff = 0 }
            guard age >= state.backoff else { return false }
            state.backoff = min(5_000_000_000, max(200_000_000, state.backoff * 2))
            return true
        }
        guard mustStart else { return }
        logger.error("a process stopped; restarting it", [.text("process", subcommand)])
        start()
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.process?.signal(SIGTERM)
        }
    }

    func waitForEnd(_ limit: Duration) {
        let process = state.withLock { $0.process }
        if process?.wait(atMost: limit) == nil { process?.signal(SIGKILL) }
    }
}
