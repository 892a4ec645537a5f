internal import Components
internal import Console
internal import Database
internal import HTTPServer
internal import Jobs
internal import Observability
internal import OperatorConsole
internal import ParlayAPI
internal import Reactor
internal import Security
internal import Tenancy

/// The operator's console in the browser: `parlay console`. A process of its own, because a front must never hold the operator's
/// login.
struct ConsoleProcess {
    /// No screen may hold the database for longer; milliseconds.
    private static let statementTimeout = 2_000

    static let defaultAddress = HostAndPort("127.0.0.1", 8082)

    private let call: Invocation
    private let address: HostAndPort
    private let name: String?
    /// What `parlay doctor` checks.
    private let examine: @Sendable () async throws -> [HealthFinding]
    private let log: ProcessLog
    private var configuration: Configuration { call.configuration }

    /// - Parameters:
    ///   - name: the host by which a proxy with TLS on this machine is reached.
    ///   - examine: what `parlay doctor` checks.
    static func run(
        _ call: Invocation,
        at address: HostAndPort,
        name: String?,
        examine: @escaping @Sendable () async throws -> [HealthFinding]
    ) async throws -> ExitCode {
        Signals.endQuietly()
        let log = try ProcessLog(call.configuration)
        defer { log.flush() }
        return try await ConsoleProcess(call: call, address: address, name: name, examine: examine, log: log)
            .run()
    }

    /// A link for a console that runs at the address.
    static func link(_ configuration: Configuration, at address: HostAndPort, name: String?) async throws
        -> String
    {
        let code = try await AdminSession.run(configuration) { database in
            try SignInLink.code(try await SigningKey.read(database), at: .now)
        }
        return link(code, at: address, name: name)
    }

    private static func link(_ code: String, at address: HostAndPort, name: String?) -> String {
        let base = name.map { "https://\($0)" } ?? "http://\(authority(address))"
        return "\(base)/enter/\(code)"
    }

    private static func authority(_ address: HostAndPort) -> String {
        address.host.contains(":") ? "[\(address.host)]:\(address.port)" : "\(address.host):\(address.port)"
    }

    private func run() async throws -> ExitCode {
        let location = try DatabaseLocation(configuration)
        var settings = location.settings(for: .owner).logged(to: log.logger)
        settings.applicationName = "parlay-console"
        settings.statementTimeout = Self.statementTimeout
        settings.lockTimeout = Self.statementTimeout
        settings.further = JobAdmin.session
        let timeout = StartUp.timeout(configuration, location)
        try await StartUp.requireDatabase(settings, at: location, logger: log.logger, timeout: timeout)
        let group = try EventLoopGroup(count: 1, name: "console")
        let database = try DatabasePool(
            settings,
            loops: group.loops,
            sizes: .init(readers: 2, writers: 1, transactions: 1)
        )
        database.start()
        let final = settings
        return try await Task(executorPreference: group.first) {
            try await database.waitUntilConnected(on: group.first, timeout: .seconds(30))
            return try await serve(database, final, group.first)
        }.value
    }

    private func serve(_ database: DatabasePool, _ settings: ConnectionSettings, _ loop: EventLoop)
        async throws
        -> ExitCode
    {
        let signer = try await SigningKey.read(database)
        let start = Timestamp.now
        let instance = configuration[Configuration.instance]
        let transfers = try TransferRuns(TransferActions(configuration))
        defer { transfers.removeFiles() }
        let application = ConsoleServer(
            try services(database, settings, transfers),
            guards: ConsoleGuard(name: name),
            signIns: SignIns(signer, at: start),
            instance: instance
        )
        var limits = ServerSettings(host: address.host, port: address.port)
        limits.sharesPort = false
        let logger = log.logger
        let server = FrontServer(limits, application: application, loops: [loop]) { request in
            request.log(to: logger)
        }
        do {
            try await server.start()
        } catch let error as HTTPServerError {
            throw CommandFailure("\(error). Choose another address with --listen.")
        }
        let own = HostAndPort(address.host, server.port)
        logger.notice("console ready", [.text("host", own.host), .integer("port", server.port)])
        // Under `up` that prints a link.
        if instance.isEmpty {
            let link = Self.link(try SignInLink.code(signer, at: .now), at: own, name: name)
            call.terminal.print("Sign in within ten minutes; the link works once:\n\n  \(link)\n")
        }
        let manager = ServiceManager(configuration.supervision, logger: logger)
        manager.notifyReady("console on port \(server.port)")
        await StopSignal().wait()
        manager.notifyStopping()
        _ = try await server.stop(grace: .seconds(2))
        logger.notice("stopped")
        return .success
    }

    /// The command that prints another link for this console.
    private var linkCommand: String {
        let listen = address == Self.defaultAddress ? "" : " --listen \(Self.authority(address))"
        return "parlay console --link" + listen + (name.map { " --name \($0)" } ?? "")
    }

    private func services(
        _ database: DatabasePool,
        _ settings: ConnectionSettings,
        _ transfers: TransferRuns
    ) throws -> ConsoleServices {
        let installation = Installation(configuration)
        let configuration = configuration
        return ConsoleServices(
            database: database,
            cells: configuration[Configuration.cells].isEmpty
                ? [:] : try CellList(configuration).settings(for: .owner),
            components: installation.components,
            addresses: installation.limits.addresses,
            blocking: try BlockingPool(name: "change", threads: 1, capacity: 16),
            owner: { try BlockingConnection(settings) },
            examine: examine,
            hasher: { try configuration.passwordHasher() },
            publicURL: configuration.linkBase,
            linkCommand: linkCommand,
            gauges: [BackupGauge.gauge] + installation.components.flatMap(\.gauges),
            transfers: transfers,
            version: Program.version,
            logger: log.logger
        )
    }
}
