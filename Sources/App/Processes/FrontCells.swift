internal import Console
internal import Database
internal import Observability
internal import Reactor
internal import Tenancy

/// The further databases of a front, as PARLAY_CELLS names them. Each has connections, a watcher of its tenants and a gateway of its
/// own. One that is down at the start is joined when it comes.
final class FrontCells: Sendable {
    private static let retry = Duration.seconds(1)

    private let registry: TenantRegistry
    private let gateways: CellGateways
    private let loop: EventLoop
    private let logger: Logger
    private let gateway: @Sendable (DatabasePool, Int) async throws -> Gateway
    private let connect: @Sendable (DatabaseLocation) throws -> DatabasePool
    private let state: LoopBound<State>

    /// On the loop.
    private final class State {
        var watchers: [TenantWatcher] = []
        var isStopped = false
    }

    /// - Parameters:
    ///   - gateway: makes that of a cell.
    ///   - connect: makes the connections to it.
    init(
        _ registry: TenantRegistry,
        _ gateways: CellGateways,
        loop: EventLoop,
        logger: Logger,
        gateway: @escaping @Sendable (DatabasePool, Int) async throws -> Gateway,
        connect: @escaping @Sendable (DatabaseLocation) throws -> DatabasePool
    ) {
        self.registry = registry
        self.gateways = gateways
        self.loop = loop
        self.logger = logger
        self.gateway = gateway
        self.connect = connect
        state = LoopBound(State(), on: loop)
    }

    /// Call it on the loop.
    func follow(_ configuration: Configuration) {
        CellFollower(configuration, on: loop, logger: logger) { [self] in try join($0, $1) }.start()
    }

    func stop() {
        let state = state
        loop.execute {
            state.value.isStopped = true
            for watcher in state.value.watchers { watcher.stop() }
        }
    }

    private func join(_ cell: Int, _ location: DatabaseLocation) throws {
        let database = try connect(location)
        let watcher = TenantWatcher(registry, database: database, cell: cell, loop: loop, logger: logger)
        state.value.watchers.append(watcher)
        Task(executorPreference: loop) { [self] in
            // Before its tenants are known, which are read over the same connections.
            while !state.value.isStopped {
                do {
                    try await database.waitUntilConnected(on: loop, timeout: .seconds(30))
                    gateways.add(try await gateway(database, cell), as: cell)
                    logger.notice("joined", [.integer("cell", cell)])
                    return await watcher.run()
                } catch {
                    logger.warning(
                        "waiting for a cell",
                        [.integer("cell", cell), .text("reason", "\(error)")]
                    )
                    await loop.sleep(for: Self.retry)
                }
            }
        }
    }
}
