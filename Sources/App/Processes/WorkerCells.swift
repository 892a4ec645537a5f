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
        var crews: [Int: (crew: WorkerCrew, task: Task<Void, Never>)] = [:]
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

    /// Begins with the cells now, and with those that the file names after each SIGHUP. Call it on the loop.
    func follow(_ configuration: Configuration) {
        begin(configuration)
        guard !configuration[Configuration.cells].isEmpty else { return }
        Signals.onHangUp { [self] in loop.execute { [self] in begin(configuration) } }
    }

    /// Call it on the loop.
    func stop() async {
        state.value.isStopped = true
        for (crew, _) in state.value.crews.values { await crew.stop() }
        for (_, task) in state.value.crews.values { await task.value }
    }

    private func begin(_ configuration: Configuration) {
        guard !state.value.isStopped else { return }
        do {
            let cells = try CellList(configuration)
            for number in cells.numbers where number != 1 && state.value.crews[number] == nil {
                let crew = try crew(number, cells.location(number))
                let task = Task(executorPreference: loop) { [logger] in
                    do { try await crew.run() } catch {
                        logger.error("cell", [.integer("cell", number), .text("error", "\(error)")])
                    }
                }
                state.value.crews[number] = (crew, task)
                logger.notice("works for", [.integer("cell", number)])
            }
        } catch {
            logger.error("cells", [.text("error", "\(error)")])
        }
    }
}
