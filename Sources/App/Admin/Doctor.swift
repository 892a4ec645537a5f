internal import Components
internal import Console
internal import Database
internal import Outbound
internal import ParlayAPI
internal import Reactor
internal import Schema
internal import Tenancy

/// Checks an installation and says how to fix what is wrong.
struct Doctor {
    enum Verdict: String {
        case good = "ok"
        case warning = "warn"
        case bad = "FAIL"
        /// Another process than this one's concern, or invisible to its login.
        case unchecked = "-"

        /// In JSON.
        var word: String { self == .unchecked ? "not checked" : rawValue.lowercased() }
    }

    struct Finding {
        let verdict: Verdict
        let subject: String
        let detail: String
    }

    let configuration: Configuration
    private let machine: Machine
    private let checks: [InstallationCheck]
    private(set) var findings: [Finding] = []
    /// Those of the database; empty until it has been examined.
    var tenants: [Tenant] = []
    /// As asked for, or by the login.
    private(set) var process: Process
    private let isProcessGiven: Bool

    /// - Parameters:
    ///   - process: whose surroundings are checked; `nil` is found out by the login.
    ///   - machine: what is measured outside of the database.
    init(
        _ installation: Installation,
        for process: Process? = nil,
        machine: Machine = Machine()
    ) {
        configuration = installation.configuration
        self.machine = machine
        checks = installation.components.flatMap(\.checks)
        self.process = process ?? .operator
        isProcessGiven = process != nil
    }

    mutating func note(_ verdict: Verdict, _ subject: String, _ detail: String) {
        findings.append(Finding(verdict: verdict, subject: subject, detail: detail))
    }

    /// Blocks the thread.
    mutating func examine(unknownVariables: [String]) async throws {
        for variable in unknownVariables { note(.bad, "settings", Configuration.unknownSentence(variable)) }
        if unknownVariables.isEmpty { note(.good, "settings", "all known and valid") }
        let login = findLogin()
        examineWeakSettings()
        examineMail()
        examineSampleData()
        examineSpace(machine, "disk", machine.directory)
        try await examineNetwork(checks)
        examineDatabase(login)
        examineCells()
        try await examineIssuers()
    }

    /// The database as the URL says, or the finding that keeps it from being examined.
    private enum Login {
        case established(DatabaseLocation, BlockingConnection, Pooler?)
        case failed(String, String)
    }

    /// Connects and finds out whose login that is.
    private mutating func findLogin() -> Login {
        let location: DatabaseLocation
        do {
            location = try DatabaseLocation(configuration)
        } catch {
            return .failed("database", "\(error)")
        }
        do throws(DatabaseError) {
            let pooler = try Pooler.detect(location.settings(for: nil))
            // With one session for several connections, what follows would be about some other session.
            if let refusal = pooler?.refusal { return .failed("connection pooler", refusal) }
            let connection = try BlockingConnection(location.settings(for: nil))
            if !isProcessGiven { process = Process(roles: try connection.query(Self.roles()).all) }
            return .established(location, connection, pooler)
        } catch {
            return .failed("database", location.failure(error).description)
        }
    }

    private mutating func examineDatabase(_ login: Login) {
        guard case .established(let location, let connection, let pooler) = login else {
            if case .failed(let subject, let detail) = login { note(.bad, subject, detail) }
            return
        }
        if pooler == .session {
            note(
                .warning,
                "connection pooler",
                "in session mode, which works but saves nothing, because Parlay has its own pool"
            )
        } else {
            note(.good, "connection pooler", "none")
        }
        do {
            try examineServer(connection)
            try examineText(connection)
            try examineTimeZones(connection, machine.timeZones)
            if process == .operator {
                try examineDataDirectory(connection, machine)
            } else {
                let reason = "the login of the \(process.rawValue) may not know where it is"
                leave("disk of the database", to: .operator, because: reason)
            }
            try examineExtensions(connection)
            examineSchema(location)
            try examineRoles(connection)
            try examineTables(connection)
            if process == .operator { try examineCopies(connection) }
        } catch {
            note(.bad, "database", "check failed: \((error as? DatabaseError)?.sentence ?? "\(error)")")
        }
        examineLogin(location, .front)
        examineRequests(location)
        examineLogin(location, .worker)
    }

    /// Logs in to the mail server and sends nothing.
    private mutating func examineMail() {
        guard process != .front else {
            return leave("mail", to: .worker, because: "the worker sends it, with its own settings")
        }
        guard let server = configuration.smtpServer else {
            note(
                .warning,
                "mail",
                "PARLAY_SMTP_URL is not set: mail is stored in the database and not sent"
            )
            return
        }
        do {
            try SMTPClient.check(server)
            note(
                .good,
                "mail",
                "\(server.url) answers" + (server.login == nil ? "" : " and accepts the login")
            )
        } catch {
            note(.bad, "mail", "\(error). Check \(server.url).")
        }
    }

    private mutating func examineSampleData() {
        // For those who load demo tenants.
        guard process == .operator else { return }
        if let data = SampleData(configuration) { return note(.good, "sample data", data.directory) }
        let named = configuration[Configuration.share]
        note(
            named.isEmpty ? .warning : .bad,
            "sample data",
            named.isEmpty
                ? "data/ not found, so the demo tenants have no games; set PARLAY_SHARE to its path"
                : "PARLAY_SHARE is \(named), which has no \(SampleData.nflGames); set it to the path of data/"
        )
    }

    private mutating func examineServer(_ connection: BlockingConnection) throws {
        let server = try connection.query(Self.server()).one
        note(
            server.version >= 150_000 ? .good : .bad,
            "PostgreSQL",
            server.version >= 150_000 ? server.name : "\(server.name) is too old; the minimum is 15"
        )
        if server.fsync == "off" {
            note(.warning, "durability", "fsync is off: a crash of the machine can lose confirmed changes")
        } else {
            note(.good, "durability", "fsync is on")
        }
        let skew = abs(server.time - machine.clock())
        note(
            skew < 2000 ? .good : .bad,
            "clock",
            skew < 2000
                ? "within 2 s of the database's" : "\(skew) ms off the database's; run a time service on both"
        )
        // Each loop of the front also has a connection for searches; the front and the worker have a listener each.
        let loops = configuration[Configuration.loops]
        let perLoop =
            configuration[Configuration.databaseReaders] + configuration[Configuration.databaseWriters]
            + configuration[Configuration.databaseTransactions] + 1
        let ofWorker = 5 + configuration[Configuration.workerTransactions]
        let needed = (loops == 0 ? EventLoopGroup.coreCount : loops) * perLoop + 1 + ofWorker
        if server.maximumConnections < needed {
            note(
                .warning,
                "connections",
                "max_connections is \(server.maximumConnections), but one front and one worker need \(needed)"
            )
        }
    }

    private mutating func examineExtensions(_ connection: BlockingConnection) throws {
        var isComplete = true
        for wanted in try connection.query(Self.extensions(.texts(Migrator.extensions))).all
        where !wanted.isCreated {
            isComplete = false
            let remedy =
                wanted.isAvailable
                ? "run `parlay migrate`, which creates it"
                : "install PostgreSQL's contrib modules (Debian has them in `postgresql`)"
            note(.bad, "extension \(wanted.name)", "missing; \(remedy)")
        }
        if isComplete { note(.good, "extensions", Migrator.extensions.joined(separator: ", ")) }
    }

    private mutating func examineSchema(_ location: DatabaseLocation) {
        do {
            let status = try Migrator(settings: location.settings(for: nil)).status()
            try status.requireUsable()
            if !status.unknown.isEmpty {
                let files = status.unknown.map(\.fileName).joined(separator: ", ")
                note(.warning, "schema", "newer than this version and compatible with it: \(files)")
            } else if let function = status.outdated.first {
                note(
                    .warning,
                    "schema",
                    "another version replaced functions of this one, such as \(function.name); if it does not run any more,"
                        + " run `parlay migrate`"
                )
            } else {
                note(.good, "schema", "up to date")
            }
        } catch {
            note(.bad, "schema", "\(error)")
        }
    }

    private mutating func examineRoles(_ connection: BlockingConnection) throws {
        for role in ["parlay_front", "parlay_worker"] {
            guard let found = try connection.query(Self.role(.text(role))).first else {
                note(.bad, role, "the role is missing; run `parlay migrate`")
                continue
            }
            if found.mayBypass {
                note(.bad, role, "may bypass row-level security: alter role \(role) nosuperuser nobypassrls")
            } else if found.ownsTables {
                note(.bad, role, "owns tables; give them to parlay_owner")
            } else {
                note(.good, role, "cannot bypass row-level security and owns no tables")
            }
        }
    }

    private mutating func examineTables(_ connection: BlockingConnection) throws {
        let names = try connection.query(Self.unprotectedTables()).all
        if names.isEmpty {
            note(.good, "row-level security", "enabled and forced on every tenant-owned table")
        } else {
            note(
                .bad,
                "row-level security",
                "missing on \(names.joined(separator: ", ")): enable and force it, and give each table the policy of its"
                    + " migration; until then tenants may see each other's rows"
            )
        }
    }
}
