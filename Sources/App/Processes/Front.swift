internal import Accounts
internal import Components
internal import Console
internal import Database
internal import HTTPServer
internal import Imaging
internal import Observability
internal import Reactor
internal import Reference
internal import Security
internal import Stream
internal import Tenancy

/// The HTTP process: `parlay serve`.
struct Front {
    private let installation: Installation
    private let log: ProcessLog
    private var configuration: Configuration { installation.configuration }

    static func run(_ configuration: Configuration) async throws -> ExitCode {
        DescriptorLimit.raise()
        Signals.endQuietly()
        let log = try ProcessLog(configuration)
        defer { log.flush() }
        return try await Front(installation: Installation(configuration), log: log).run()
    }

    private func run() async throws -> ExitCode {
        let logger = log.logger
        let location = try DatabaseLocation(configuration)
        let settings = location.ownSettings(for: .front, logger)
        let timeout = StartUp.timeout(configuration, location)
        try await StartUp.requireDatabase(settings, at: location, logger: logger, timeout: timeout)
        let count = configuration[Configuration.loops]
        let group = try EventLoopGroup(count: count == 0 ? EventLoopGroup.coreCount : count)
        let database = try pool(settings, group)
        // Everything below runs on the first loop, which has its own connections.
        return try await Task(executorPreference: group.first) {
            try await serve(group, database)
        }.value
    }

    private func pool(_ settings: ConnectionSettings, _ group: EventLoopGroup) throws -> DatabasePool {
        let database = try DatabasePool(
            settings,
            loops: group.loops,
            sizes: .init(
                readers: configuration[Configuration.databaseReaders],
                writers: configuration[Configuration.databaseWriters],
                transactions: configuration[Configuration.databaseTransactions]
            )
        )
        database.start()
        return database
    }

    private func serve(_ group: EventLoopGroup, _ database: DatabasePool) async throws -> ExitCode {
        let logger = log.logger
        for loop in group.loops {
            try await Task(executorPreference: loop) {
                try await database.waitUntilConnected(on: loop, timeout: .seconds(30))
            }.value
        }
        let registry = TenantRegistry()
        for name in try await registry.refresh(from: database) {
            logger.error("invalid tenant settings", [.text("tenant", name)])
        }
        let metrics = FrontMetrics(version: Program.version, loops: group.loops.count, logger: logger)
        log.writer.register(in: metrics.registry)
        let draining = DrainFlag()
        let hashing = try hashThreads()
        let services = try await services(database, registry, hashing, on: group.first)
        let signer = try await SigningKey.read(database)
        let gateways = CellGateways(
            registry,
            home: try gateway(services, signer, metrics.registry, draining)
        )
        let server = FrontServer(
            serverSettings,
            application: UntrustedProxies(
                gateways,
                trusted: trustedProxies,
                metrics: metrics.registry,
                logger: logger
            ),
            loops: group.loops,
            observer: { metrics.observe($0) }
        )
        Gauges.register(
            in: metrics.registry,
            server: server,
            database: database,
            group: group,
            hashing: hashing
        )
        metrics.registry.gauge("parlay_stream_followers", "Open streams of people.") {
            [Sample([], Double(services.streams.followers))]
        }
        let queue = JobGauges(metrics.registry)
        queue.sample(database, on: group.first)
        let report: @Sendable (DatabaseError) -> Void = { error in
            logger.warning("counts of requests were not written", [.text("error", error.description)])
        }
        metrics.counts.start(database, on: group.first, report: report)
        let stop = StopSignal()
        // Before any call comes, so that the tenants of a cell that is not read yet are not called unknown.
        let watcher = TenantWatcher(registry, database: database, loop: group.first, logger: logger)
        let cells = FrontCells(registry, gateways, loop: group.first, logger: logger) {
            database,
            cell throws in
            _ = try await database.write(PasswordCostStore.allow(try configuration.passwordHasher().cost))
            let own = services.of(cell, database)
            return installation.gateway(
                own,
                installation.components.surfaces(own),
                platform: [],
                signer: signer,
                trustedProxies: trustedProxies,
                report: { logger.error($0) }
            )
        } connect: { location in
            try pool(location.ownSettings(for: .front, logger), group)
        }
        cells.follow(configuration)
        try await server.start()
        var exposition: FrontServer?
        if let address = HostAndPort(configuration[Configuration.metricsAddress]) {
            exposition = MetricsServer.make(address, registry: metrics.registry, loops: [group.first])
            try await exposition?.start()
        }
        async let watching: Void = watcher.run()
        logger.notice(
            "listening",
            [
                .text("host", configuration[Configuration.host]), .integer("port", server.port),
                .text("allocator", Allocator.name),
            ]
        )
        let manager = ServiceManager(configuration.supervision, logger: logger)
        manager.notifyReady("listening on port \(server.port)")
        Watchdog(manager, group.loops)?.start()
        await stop.wait()
        manager.notifyStopping()
        draining.set()
        watcher.stop()
        cells.stop()
        logger.notice("stopping")
        let left = try await server.stop(grace: .seconds(configuration[Configuration.shutdownGrace]))
        _ = try await exposition?.stop(grace: .zero)
        await metrics.counts.write(database, report: report)
        await watching
        withExtendedLifetime(queue) {}
        if left > 0 { logger.warning("requests cancelled at shutdown", [.integer("count", left)]) }
        logger.notice("stopped")
        return .success
    }

    // MARK: Parts

    private func hashThreads() throws -> BlockingPool {
        try BlockingPool(
            name: "hash",
            threads: EventLoopGroup.coreCount,
            capacity: configuration[Configuration.hashQueue],
            // A flood of sign-ins must leave CPU time for reads.
            niceness: 5
        )
    }

    private func services(
        _ database: DatabasePool,
        _ registry: TenantRegistry,
        _ hashing: BlockingPool,
        on loop: EventLoop
    ) async throws -> ComponentServices {
        let logger = log.logger
        let hasher = try configuration.passwordHasher()
        let ceiling = try await database.write(PasswordCostStore.allow(hasher.cost))
        let issuers = IssuerFetcher(on: loop, configuration)
        return installation.services(
            database: database,
            registry: registry,
            hashing: PasswordHashing(hasher: hasher.accepting(try ceiling.one.cost), pool: hashing),
            issuers: IssuerKeyring(
                database,
                fetch: issuers.fetch,
                report: { logger.warning($0) }
            ),
            providers: OAuthClient(report: { logger.warning($0) }, send: issuers.send),
            images: ImageWorkers(
                libraryPath: Program.environmentVariables()["LD_LIBRARY_PATH"],
                pool: try BlockingPool(
                    name: "photo",
                    threads: configuration[Configuration.photoWorkers],
                    capacity: 64
                )
            ),
            // A large file must leave CPU time for requests.
            files: try BlockingPool(name: "file", threads: 2, capacity: 16, niceness: 5),
            documents: try BlockingPool(name: "document", threads: 1, capacity: 256)
        )
    }

    private func gateway(
        _ services: ComponentServices,
        _ signer: Signer,
        _ metrics: MetricRegistry,
        _ isDraining: DrainFlag
    ) throws -> Gateway {
        let logger = log.logger
        let surfaces = installation.components.surfaces(services)
        let platform =
            PlatformRoutes(
                database: services.database,
                metrics: metrics,
                isDraining: isDraining,
                servesMetrics: configuration[Configuration.metricsAddress].isEmpty,
                instance: configuration[Configuration.instance],
                report: { logger.warning($0) }
            ).routes + installation.components.pageRoutes(for: services.registry)
        let reference = ReferenceRoutes(
            surfaces,
            platform: platform,
            parts: installation.components.map(\.reference),
            site: services.site,
            tenants: tenantList(services.registry),
            version: Program.version,
            pool: try BlockingPool(name: "reference", threads: 1, capacity: 64)
        )
        return installation.gateway(
            services,
            surfaces,
            // What a proxy asks is no part of the reference.
            platform: platform + reference.routes
                + HostRoutes(registry: services.registry, proxies: trustedProxies).routes,
            signer: signer,
            trustedProxies: trustedProxies,
            bodies: try BlockingPool(name: "body", threads: 2, capacity: 64, niceness: 5),
            report: { logger.error($0) }
        )
    }

    /// What `/docs` offers to sign in to.
    private func tenantList(_ registry: TenantRegistry) -> TenantList? {
        guard configuration.tenantsShown != .never else { return nil }
        return TenantList(
            registry,
            demo: DemoLogins(
                Set(Demo.all.map(\.slug)),
                purposes: Dictionary(Demo.all.map { ($0.slug, $0.purpose) }) { first, _ in first }
                    .compactMapValues(\.self),
                usernames: Demo.all.first?.usernames ?? [],
                password: Demo.password
            ),
            throughProxy: configuration.tenantsShown == .localProxy
        )
    }

    private var trustedProxies: TrustedProxies { TrustedProxies(configuration[Configuration.trustedProxies]) }

    private var serverSettings: ServerSettings {
        let proxies = trustedProxies
        return ServerSettings(
            host: configuration[Configuration.host],
            port: UInt16(clamping: configuration[Configuration.port]),
            headerLimit: configuration[Configuration.headerLimit],
            headerTimeout: configuration[Configuration.headerTimeout],
            idleTimeout: configuration[Configuration.idleTimeout],
            progressTimeout: configuration[Configuration.progressTimeout],
            slowestRate: configuration[Configuration.slowestRate],
            rateWindow: .seconds(configuration[Configuration.rateWindow]),
            bodyMemory: configuration[Configuration.bodyMemory],
            answerMemory: configuration[Configuration.answerMemory],
            connectionsPerAddress: configuration[Configuration.connectionsPerAddress],
            isTrustedProxy: { proxies.contains($0) },
            socketLimit: configuration[Configuration.sockets]
        )
    }
}
