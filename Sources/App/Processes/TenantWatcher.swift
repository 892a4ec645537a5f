internal import Database
internal import Observability
internal import Reactor
internal import Synchronization
internal import Tenancy

/// Keeps the tenants in memory as the table has them: at once by notification, within half a second without.
final class TenantWatcher: Sendable {
    private let registry: TenantRegistry
    private let database: DatabasePool
    private let loop: EventLoop
    private let logger: Logger
    private let isStopped = Atomic(false)

    init(_ registry: TenantRegistry, database: DatabasePool, loop: EventLoop, logger: Logger) {
        self.registry = registry
        self.database = database
        self.loop = loop
        self.logger = logger
    }

    /// Runs until `stop`. Call it in a task on `loop`.
    func run() async {
        var unreadable: [String] = []
        while !isStopped.load(ordering: .relaxed) {
            await loop.sleep(for: .milliseconds(400))
            do {
                let names = try await registry.refresh(from: database)
                if names != unreadable {
                    unreadable = names
                    for name in names {
                        logger.error("the settings of a tenant are not valid", [.text("tenant", name)])
                    }
                }
            } catch {
                // The database is away: requests say so, and the tenants known stay.
            }
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}
