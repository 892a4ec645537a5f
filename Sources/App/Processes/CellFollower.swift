internal import Console
internal import Observability
internal import Reactor

/// Joins the further databases that PARLAY_CELLS names, each once: at the start, and after each SIGHUP those that are new.
final class CellFollower: Sendable {
    private let configuration: Configuration
    private let loop: EventLoop
    private let logger: Logger
    private let join: @Sendable (Int, DatabaseLocation) throws -> Void
    private let joined: LoopBound<Joined>

    /// On the loop.
    private final class Joined { var numbers: Set<Int> = [1] }

    /// - Parameter join: runs on the loop with the number of a cell.
    init(
        _ configuration: Configuration,
        on loop: EventLoop,
        logger: Logger,
        join: @escaping @Sendable (Int, DatabaseLocation) throws -> Void
    ) {
        self.configuration = configuration
        self.loop = loop
        self.logger = logger
        self.join = join
        joined = LoopBound(Joined(), on: loop)
    }

    /// Call it on the loop.
    func start() {
        read()
        guard !configuration[Configuration.cells].isEmpty else { return }
        Signals.onHangUp { [self] in loop.execute { [self] in read() } }
    }

    private func read() {
        do {
            let cells = try CellList(configuration)
            for number in cells.numbers where !joined.value.numbers.contains(number) {
                try join(number, cells.location(number))
                joined.value.numbers.insert(number)
            }
        } catch {
            logger.error("cells", [.text("error", "\(error)")])
        }
    }
}
