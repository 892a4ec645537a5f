internal import Cluster
internal import Components
internal import Console
internal import Database
internal import Glibc
internal import HTTPServer
internal import Observability
internal import Reactor
internal import Schema
internal import Security
internal import Synchronization

/// `parlay up`: a private PostgreSQL unless a database is configured, the migration, the demo, and a front and a
/// worker that are restarted when they die.
struct Up {
    private let configuration: Configuration
    private let log: ProcessLog
    private let terminal = Terminal()
    private let loadsDemo: Bool
    private let isStopping = DrainFlag()
    private let manager: ServiceManager
    /// What the processes that this one started answer at `/readyz`.
    private let instance: String

    static func run(_ configuration: Configuration, loadsDemo: Bool) async throws -> ExitCode {
        let log = try ProcessLog(configuration)
        defer { log.flush() }
        let up = try Up(configuration: configuration, log: log, loadsDemo: loadsDemo)
        let isStopping = up.isStopping
        Signals.onStop { isStopping.set() }
        return try await up.run()
    }

    private init(configuration: Configuration, log: ProcessLog, loadsDemo: Bool) throws {
        self.configuration = configuration
        self.log = log
        self.loadsDemo = loadsDemo
        manager = ServiceManager(configuration.supervision, logger: log.logger)
        instance = try SecureRandom.base62(count: 16)
    }

    private func run() async throws -> ExitCode {
        try await requireFreePort()
        let cluster = try startCluster()
        defer { cluster?.stop() }
        // A stop waits for the part of the start that runs, and none begins after it.
        guard !isStopping.isSet else { return .success }
        let location = try DatabaseLocation(configuration)
        let applied = try Migrator(settings: location.settings(for: nil)).migrate()
        if !applied.isEmpty {
            let count = applied.migrations.count + applied.functions.count
            log.logger.notice("migrated", [.integer("files", count)])
        }
        if loadsDemo, SampleData(configuration) == nil {
            let hint = "data/ not found, so the demo tenants have no games; set PARLAY_SHARE to its path"
            log.logger.warning("sample data", [.text("note", hint)])
        }
        var companions: [[String]] = []
        if loadsDemo {
            companions = try await Demo.load(location, configuration) { isStopping.isSet }.companions
        }
        guard !isStopping.isSet else { return .success }
        var children = try [child(["serve"]), child(["work"])]
        defer { stop(children) }
        try await waitUntilReady(children[0])
        let worker = try await waitForWorker(children[1])
        let console = try await startConsole()
        if let console { children.append(console.process) }
        guard !isStopping.isSet else { return .success }
        announce(worker: worker, console: console?.link)
        manager.notifyReady("listening on port \(port)")
        for words in companions { children.append(try child(words, longestPause: .seconds(60))) }
        try await supervise(children, cluster)
        return .success
    }

    // MARK: Database

    private func startCluster() throws -> PrivateCluster? {
        guard configuration[Configuration.databaseURL].isEmpty else { return nil }
        let directory = DatabaseLocation.clusterDirectory(configuration)
        let cluster = try PrivateCluster(directory: directory, settings: .init(profile: .durable))
        if let note = cluster.note { log.logger.notice("database", [.text("note", note)]) }
        try cluster.start()
        log.logger.notice("database", [.text("directory", cluster.directory)])
        return cluster
    }

    // MARK: Processes

    /// - Parameter longestPause: the longest pause before a restart.
    private func child(_ words: [String], longestPause: Duration = .seconds(5)) throws -> Supervised {
        let subcommand = words.first
        var environment = Program.environmentVariables()
        for entry in Configuration.entries {
            if let text = configuration.given(entry) { environment[entry.variable] = text }
            if configuration.given(entry) != nil { environment[entry.variable + "_FILE"] = nil }
        }
        environment["PARLAY_DATA"] = configuration[Configuration.data]
        if subcommand == "serve", environment[Configuration.registerLimit.variable] == nil {
            // Trying the demo involves registering many people.
            environment[Configuration.registerLimit.variable] = "0"
        }
        if configuration.localHost == "127.0.0.1" || configuration.localHost == "::1",
            configuration[Configuration.host] == configuration.localHost
        {
            // Only this machine reaches it, so webhooks may go to local apps, and the pages list the tenants.
            for variable in [Configuration.webhookAddresses.variable, Configuration.showsTenants.variable]
            where environment[variable] == nil {
                environment[variable] = "loopback"
            }
        }
        environment[Configuration.instance.variable] = instance
        if subcommand == "work" { environment[Configuration.workerDefaultAddress.variable] = workerAddress }
        return Supervised(words, environment: environment, longestPause: longestPause, logger: log.logger)
    }

    private func stop(_ children: [Supervised]) {
        for child in children { child.stop() }
        for child in children { child.waitForEnd(.seconds(configuration[Configuration.shutdownGrace] + 5)) }
    }

    /// Fronts share ports, so that this one's would start at a port that another installation has, and the two would
    /// answer in turns.
    private func requireFreePort() async throws {
        guard port > 0 else { return }
        let deadline = ContinuousClock.now + .seconds(10)
        var isWaiting = false
        while !isStopping.isSet {
            // Any other error is the front's to report.
            guard
                let obstacle = ListeningSocket.obstacle(host: configuration[Configuration.host], port: port),
                case .taken(_, _, let holders) = obstacle
            else { return }
            // The front of an `up` that was killed ends by itself. In the last moments of a process its socket is still
            // there, but no descriptor of it.
            let mayEnd = holders.contains { holder in
                guard let program = holder.program else { return holder.user == getuid() }
                return !program.isSupervised && program.name == "parlay"
            }
            guard mayEnd, ContinuousClock.now < deadline else { throw refusal(obstacle) }
            if !isWaiting { log.logger.notice("waiting for the port", [.text("reason", "\(obstacle)")]) }
            isWaiting = true
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Two that start together both find the port free.
    private func requireOwnPort(_ front: Supervised) throws {
        guard let pid = front.pid else { return }
        let others = PortHolder.others(on: port, than: pid)
        guard others.isEmpty else {
            throw refusal(.taken(host: configuration[Configuration.host], port: port, by: others))
        }
    }

    private func refusal(_ error: HTTPServerError) -> CommandFailure {
        CommandFailure("\(error). Stop it, or set PARLAY_PORT to another port.")
    }

    private func waitUntilReady(_ front: Supervised) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isStopping.isSet {
            if HTTPProbe.isReady(host: configuration.localHost, port: port, instance: instance) {
                return try requireOwnPort(front)
            }
            if let exit = front.exit {
                throw CommandFailure("the front \(exit) while starting; see its log above")
            }
            guard ContinuousClock.now < deadline else {
                throw CommandFailure("the front did not become ready")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Gives the worker a few seconds to become ready, so that its first log lines come before the summary of `up`.
    ///
    /// - Returns: the worker's address; `nil` if it is turned off or used by another program.
    private func waitForWorker(_ worker: Supervised) async throws -> HostAndPort? {
        let address = configuration.given(.init(Configuration.workerAddress)) ?? workerAddress
        guard let address = HostAndPort(address), address.port != 0 else { return nil }
        let deadline = ContinuousClock.now + .seconds(5)
        while !isStopping.isSet, ContinuousClock.now < deadline {
            if let exit = worker.exit {
                throw CommandFailure("the worker \(exit) while starting; see its log above")
            }
            if HTTPProbe.isReady(host: address.host, port: address.port, instance: instance) {
                return address
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// The console and a link that signs in to it; `nil` if it does not start, which stops nothing else.
    private func startConsole() async throws -> (process: Supervised, link: String)? {
        guard port < .max - 1 else { return nil }
        let address = HostAndPort("127.0.0.1", port + 2)
        let words = ["console", "--listen", "127.0.0.1:\(address.port)"]
        let process = try child(words, longestPause: .seconds(60))
        let deadline = ContinuousClock.now + .seconds(10)
        while !isStopping.isSet, ContinuousClock.now < deadline, process.exit == nil {
            if HTTPProbe.isReady(host: address.host, port: address.port, instance: instance) {
                return (process, try await ConsoleProcess.link(configuration, at: address, name: nil))
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        process.stop()
        process.waitForEnd(.seconds(5))
        if !isStopping.isSet {
            log.logger.warning("the operator's console did not start", [.integer("port", address.port)])
        }
        return nil
    }

    private func supervise(_ children: [Supervised], _ cluster: PrivateCluster?) async throws {
        let pause = manager.watchdog.map { $0 / 3 }
        var lastMessage: ContinuousClock.Instant?
        while !isStopping.isSet {
            try await Task.sleep(for: .milliseconds(100))
            if let pause, lastMessage.map({ .now - $0 >= pause }) ?? true {
                manager.notifyAlive()
                lastMessage = .now
            }
            if let cluster, !cluster.isRunning, !isStopping.isSet {
                log.logger.error("the database stopped; restarting it")
                do {
                    try cluster.restart()
                } catch {
                    log.logger.error("the database did not start", [.text("error", "\(error)")])
                    try await Task.sleep(for: .seconds(1))
                }
            }
            for child in children where !isStopping.isSet { child.restartIfDead() }
        }
        manager.notifyStopping()
        log.logger.notice("stopping all processes")
    }

    // MARK: Telling

    private var port: UInt16 { UInt16(clamping: configuration[Configuration.port]) }

    /// The worker's address if `PARLAY_WORKER_ADDR` is not set: the port after the front's.
    private var workerAddress: String { port < .max ? "127.0.0.1:\(port + 1)" : "off" }

    private func announce(worker: HostAndPort?, console: String?) {
        let base = "http://\(configuration.localAuthority)"
        var rows = [("API", "\(base)/v1/TENANT/"), ("Reference", "\(base)/docs")]
        if let worker {
            let host = worker.host.contains(":") ? "[\(worker.host)]" : worker.host
            rows.append(("Worker", "http://\(host):\(worker.port)/metrics"))
        }
        if let console { rows.append(("Console", console)) }
        if loadsDemo {
            rows += Demo.all.compactMap(\.page).map { ($0.title, "\(base)/\($0.path)") }
            rows += Demo.summary
        }
        rows.append(("Stop", "Ctrl-C; the same command starts it again with the same data"))
        var text = "\nParlay is running.\n\n"
        text += TextLayout.definitions(rows.map { (term: $0.0, text: $0.1) }, column: 14)
        text += loadsDemo ? "\n\nTry it:\n\n  \(Demo.call(base: base))\n\n" : "\n\n"
        // A single write, so that no log line comes between.
        terminal.print(text + "ready \(base)")
    }
}
