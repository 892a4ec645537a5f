internal import Cluster
internal import Console
internal import Glibc
internal import Observability
internal import Synchronization

/// A process of this program that is restarted when it ends unexpectedly.
final class Supervised: Sendable {
    private struct State {
        var process: ChildProcess?
        var startedAt = ContinuousClock.now
        var hasEnded = false
        var backoff = Duration.zero
        var isStopped = false
    }

    private let words: [String]
    private let longestPause: Duration
    private let environment: [String: String]
    private let logger: Logger
    private let state = Mutex(State())

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - words: its subcommand with options.
    ///   - longestPause: the longest pause before a restart.
    init(_ words: [String], environment: [String: String], longestPause: Duration, logger: Logger) {
        self.words = words
        self.longestPause = longestPause
        self.environment = environment
        self.logger = logger
        start()
    }

    private var name: String { words.joined(separator: " ") }

    /// `nil` if it did not start.
    var pid: Int32? { state.withLock { $0.process?.pid } }
    var exit: ChildProcess.Exit? { state.withLock { $0.process?.poll() } }

    private func start() {
        var command = ChildProcess.Command("/proc/self/exe", words)
        command.program = Program.executable
        command.environment = environment
        state.withLock { state in
            do {
                state.process = try ChildProcess(starting: command)
            } catch {
                logger.error(
                    "a process did not start",
                    [.text("process", name), .text("error", "\(error)")]
                )
            }
            state.startedAt = .now
            state.hasEnded = false
        }
    }

    /// Restarts it immediately if it ran for a while, otherwise after a pause that grows.
    func restartIfDead() {
        let mustStart = state.withLock { state in
            guard !state.isStopped, state.process?.poll() != nil || state.process == nil else { return false }
            let age = state.startedAt.duration(to: .now)
            if age > .seconds(10), !state.hasEnded { state.backoff = .zero }
            state.hasEnded = true
            guard age >= state.backoff else { return false }
            state.backoff = min(longestPause, max(.milliseconds(200), state.backoff * 2))
            return true
        }
        guard mustStart else { return }
        logger.error("a process stopped; restarting it", [.text("process", name)])
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
