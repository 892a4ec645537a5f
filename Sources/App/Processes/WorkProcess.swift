internal import Components
internal import Console
internal import Database
internal import HTTPServer
internal import Jobs
internal import Notifications
internal import Observability
internal import Outbound
internal import Reactor
internal import Tenancy

/// The job process: `parlay work`.
struct WorkProcess {
    private let installation: Installation
    private let log: ProcessLog
    private var configuration: Configuration { installation.configuration }

    static func run(_ configuration: Configuration) async throws -> ExitCode {
        Signals.endQuietly()
        let log = try ProcessLog(configuration)
        defer { log.flush() }
        return try await WorkProcess(installation: Installation(configuration), log: log).run()
    }

    private func run() async throws -> ExitCode {
        let logger = log.logger
        let location = try DatabaseLocation(configuration)
        let settings = location.ownSettings(for: .worker, logger)
        let timeout = StartUp.timeout(configuration, location)
        try await StartUp.requireDatabase(settings, at: location, logger: logger, timeout: timeout)
        let group = try EventLoopGroup(count: 1, name: "work")
        let database = try pool(settings, on: group.first)
        return try await Task(executorPreference: group.first) { try await work(group.first, database) }.value
    }

    private func pool(_ settings: ConnectionSettings, on loop: EventLoop) throws -> DatabasePool {
        let database = try DatabasePool(
            settings,
            loops: [loop],
            sizes: .init(
                readers: 1,
                writers: 2,
                transactions: configuration[Configuration.workerTransactions],
                // A waiting job loses nothing; a refused one loses an attempt.
                maximumWaiting: 16_384,
                waitLimit: nil
            )
        )
        database.start()
        return database
    }

    private func work(_ loop: EventLoop, _ database: DatabasePool) async throws -> ExitCode {
        let logger = log.logger
        let metrics = WorkMetrics(version: Program.version, components: installation.components)
        log.writer.register(in: metrics.registry)
        Gauges.registerHolds(of: [loop], in: metrics.registry)
        let probes = WorkerProbes(
            pulse: WorkerPulse(),
            isDraining: DrainFlag(),
            instance: configuration[Configuration.instance]
        ) { logger.warning($0) }
        // Comes first, so that health checks work while the process waits for the database.
        let exposition = try await serve(probes, metrics, database, loop)
        try await database.waitUntilConnected(on: loop, timeout: .seconds(30))
        var settings = Worker.Settings()
        settings.maximumRunning = configuration[Configuration.jobConcurrency]
        settings.grace = .seconds(max(0, configuration[Configuration.shutdownGrace] - 5))
        let report: @Sendable (WorkerReport) -> Void = { report in
            metrics.observe(report)
            Self.log(report, to: logger)
        }
        let mail = try configuration.mailService(try await SigningKey.read(database))
        if case .stored = mail.delivery {
            logger.notice(
                "PARLAY_SMTP_URL is not set: mail is stored in the database; see `parlay admin mail list`"
            )
        }
        let webhooks = try configuration.tenantClient(on: loop)
        let services = WorkerServices(
            components: installation.components,
            database: database,
            mail: mail,
            webhooks: webhooks,
            loop: loop,
            configuration: configuration,
            logger: logger
        )
        let crew = try WorkerCrew(
            installation.components,
            services,
            cell: 1,
            settings: settings,
            pulse: probes.pulse,
            report: report
        )
        let others = WorkerCells(loop: loop, logger: logger) { [settings] cell, location in
            let database = try pool(
                location.ownSettings(for: .worker, logger),
                on: loop
            )
            metrics.queue.sample(database, cell: cell, on: loop)
            metrics.cells.sample(cell, database, on: loop)
            return try WorkerCrew(
                installation.components,
                services.of(database),
                cell: cell,
                settings: settings,
                pulse: WorkerPulse(),
                report: report
            )
        }
        metrics.queue.sample(database, on: loop)
        metrics.cells.sample(1, database, on: loop)
        metrics.counts.start(database, on: loop) { report(.failed(what: "counts", $0)) }
        metrics.modules.sample(database, on: loop)
        let signal = StopSignal()
        let manager = ServiceManager(configuration.supervision, logger: logger)
        let stop = Task(executorPreference: loop) {
            await signal.wait()
            manager.notifyStopping()
            probes.isDraining.set()
            logger.notice("stopping")
            async let othersStop: Void = others.stop()
            await crew.stop()
            await othersStop
        }
        logger.notice("worker ready")
        manager.notifyReady("running jobs")
        Watchdog(manager, [loop])?.start()
        others.follow(configuration)
        try await crew.run()
        await stop.value
        await metrics.counts.write(database) { report(.failed(what: "counts", $0)) }
        webhooks.close()
        _ = try await exposition?.stop(grace: .zero)
        logger.notice("stopped")
        return .success
    }

    /// `nil` if it is turned off, or if the default address is used by another program.
    private func serve(
        _ probes: WorkerProbes,
        _ metrics: WorkMetrics,
        _ database: DatabasePool,
        _ loop: EventLoop
    ) async throws -> FrontServer? {
        let (text, isConfigured) = configuration.effectiveWorkerAddress
        guard let address = HostAndPort(text) else { return nil }
        let server = MetricsServer.make(
            address,
            registry: metrics.registry,
            sharesPort: false,
            pages: probes.pages(database),
            loops: [loop]
        )
        do {
            try await server.start()
            let fields: [LogField] = [.text("host", address.host), .integer("port", server.port)]
            log.logger.notice("serving health and metrics", fields)
            return server
        } catch {
            guard !isConfigured else {
                throw CommandFailure("PARLAY_WORKER_ADDR: \(error). Choose another address, or `off`.")
            }
            log.logger.warning(
                "the worker's address is in use, so it serves no health and metrics; set PARLAY_WORKER_ADDR to another address or to off",
                [.text("address", text), .text("error", "\(error)")]
            )
            return nil
        }
    }

    private static func log(_ report: WorkerReport, to logger: Logger) {
        switch report {
        case .registered(let id): logger.info("worker registered", [.integer("worker", id)])
        case .finished(let kind, let tenant, let job, let attempt, let result, let duration, let error):
            let fields: [LogField] = [
                .text("kind", kind), .integer("tenant_id", tenant), .integer("job", job),
                .integer("attempt", attempt), .text("result", result.rawValue),
                .duration("duration_ms", duration), .text("error", error),
            ]
            // A returned one waits for something and has not failed.
            logger.log(result == .completed || result == .returned ? .debug : .warning, "job", fields)
        case .leaseLost(let runs): logger.warning("lost the lease of running jobs", [.integer("runs", runs)])
        case .swept(let jobs, let dead):
            let fields: [LogField] = [.integer("jobs", jobs), .integer("dead_letters", dead)]
            logger.log(dead == 0 ? .warning : .error, "recovered jobs of dead workers", fields)
        case .leading(let term): logger.notice("elected scheduler leader", [.integer("term", term)])
        case .failed(let what, let error):
            logger.warning("database error", [.text("during", what), .text("error", error.description)])
        case .schedule(let name, let problem):
            logger.error("schedule", [.text("name", name), .text("problem", problem)])
        }
    }
}

extension Configuration {
    /// Where the worker serves health and metrics, or `off`, and whether the operator configured it.
    var effectiveWorkerAddress: (text: String, isConfigured: Bool) {
        if given(Entry(Self.workerAddress)) != nil { return (self[Self.workerAddress], true) }
        let ofUp = self[Self.workerDefaultAddress]
        return (ofUp.isEmpty ? self[Self.workerAddress] : ofUp, false)
    }
}
