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
    /// The database that has the rows which no tenant has, such as the catalog of games: that of cell 1. The other cells have copies.
    package let platform: DatabasePool
    package let mail: MailService
    /// For the endpoints that tenants set.
    package let webhooks: HTTPClient
    package let loop: EventLoop
    package let configuration: Configuration
    package let logger: Logger

    package init(
        components: [Component],
        database: DatabasePool,
        platform: DatabasePool? = nil,
        mail: MailService,
        webhooks: HTTPClient,
        loop: EventLoop,
        configuration: Configuration,
        logger: Logger
    ) {
        self.components = components
        self.database = database
        self.platform = platform ?? database
        self.mail = mail
        self.webhooks = webhooks
        self.loop = loop
        self.configuration = configuration
        self.logger = logger
    }
}

extension WorkerServices {
    /// The same over another database of the installation.
    package func of(_ database: DatabasePool) -> WorkerServices {
        WorkerServices(
            components: components,
            database: database,
            platform: platform,
            mail: mail,
            webhooks: webhooks,
            loop: loop,
            configuration: configuration,
            logger: logger
        )
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
