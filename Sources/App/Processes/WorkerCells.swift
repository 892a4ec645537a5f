internal import Console
internal import Observability
internal import Reactor

/// The crews of a worker process for the further databases, as PARLAY_CELLS names them.
final class WorkerCells: Sendable {
    private let loop: EventLoop
    private let logger: Logger
    private let crew: @Sendable (Int, DatabaseLocation) throws -> WorkerCrew
    private let state: LoopBound<State>

    /// On the loop.
    private final class State {
        var crews: [(crew: WorkerCrew, task: Task<Void, Never>)] = []
        var isStopped = false
    }

    /// - Parameter crew: makes that of a cell, with its connections.
    init(
        loop: EventLoop,
        logger: Logger,
        crew: @escaping @Sendable (Int, DatabaseLocation) throws -> WorkerCrew
    ) {
        self.loop = loop
        self.logger = logger
        self.crew = crew
        state = LoopBound(State(), on: loop)
    }

    /// Call it on the loop.
    func follow(_ configuration: Configuration) {
        CellFollower(configuration, on: loop, logger: logger) { [self] in try begin($0, $1) }.start()
    }

    /// Call it on the loop.
    func stop() async {
        state.value.isStopped = true
        for (crew, _) in state.value.crews { await crew.stop() }
        for (_, task) in state.value.crews { await task.value }
    }

    private func begin(_ cell: Int, _ location: DatabaseLocation) throws {
        guard !state.value.isStopped else { return }
        let crew = try crew(cell, location)
        let task = Task(executorPreference: loop) { [logger] in
            do { try await crew.run() } catch {
                logger.error("cell", [.integer("cell", cell), .text("error", "\(error)")])
            }
        }
        state.value.crews.append((crew, task))
        logger.notice("works for", [.integer("cell", cell)])
    }
}
