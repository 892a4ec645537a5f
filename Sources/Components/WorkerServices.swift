package import Console
package import Database
package import Notifications
package import Observability
package import Outbound
package import Reactor

/// What the jobs of components are built from.
package struct WorkerServices: Sendable {
    /// All components of the installation.
    package let components: [Component]
    package let database: DatabasePool
    package let mail: MailService
    /// For the endpoints that tenants set.
    package let webhooks: HTTPClient
    package let loop: EventLoop
    package let configuration: Configuration
    package let logger: Logger

    package init(
        components: [Component],
        database: DatabasePool,
        mail: MailService,
        webhooks: HTTPClient,
        loop: EventLoop,
        configuration: Configuration,
        logger: Logger
    ) {
        self.components = components
        self.database = database
        self.mail = mail
        self.webhooks = webhooks
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
