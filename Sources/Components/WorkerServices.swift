package import Console
package import Database
package import Observability
package import Reactor

/// What the jobs of modules are built from.
package struct WorkerServices: Sendable {
    package let database: DatabasePool
    package let loop: EventLoop
    package let configuration: Configuration
    package let logger: Logger

    package init(database: DatabasePool, loop: EventLoop, configuration: Configuration, logger: Logger) {
        self.database = database
        self.loop = loop
        self.configuration = configuration
        self.logger = logger
    }
}

/// A gauge of a module, read from the database every few seconds.
package struct ComponentGauge: Sendable {
    package let name: String
    package let help: String
    package let labels: [String]
    package let read: @Sendable (DatabasePool) async throws -> [Sample]

    package init(
        _ name: String,
        _ help: String,
        labels: [String],
        read: @escaping @Sendable (DatabasePool) async throws -> [Sample]
    ) {
        self.name = name
        self.help = help
        self.labels = labels
        self.read = read
    }
}
