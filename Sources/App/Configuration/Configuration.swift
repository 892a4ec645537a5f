package import HTTPServer
package import Outbound

/// Every setting of every process, read once at the start from the environment and the flags.
package struct Configuration: Sendable {
    package static let databaseURL = Setting<String>.text(
        "DATABASE_URL",
        default: "",
        isSecret: true,
        "The database, as a libpq URI. Without it `up` runs a private PostgreSQL in PARLAY_DATA.",
        expects: "a libpq URI such as postgresql://user@host/database",
        where: { $0.hasPrefix("postgresql://") || $0.hasPrefix("postgres://") || $0.contains("=") }
    )
    package static let host = Setting<String>.text(
        "PARLAY_HOST",
        default: "127.0.0.1",
        "The address to listen on."
    )
    package static let port = Setting<Int>.integer(
        "PARLAY_PORT",
        default: 8080,
        0...65535,
        "The port to listen on."
    )
    package static let data = Setting<String>.text(
        "PARLAY_DATA",
        default: ".parlay",
        "Where `up` keeps its private PostgreSQL."
    )
    package static let log = Setting<String>.text(
        "PARLAY_LOG",
        default: "logfmt",
        "The form of log lines.",
        expects: "logfmt or json",
        where: { ["logfmt", "json"].contains($0) }
    )
    package static let logLevel = Setting<String>.text(
        "PARLAY_LOG_LEVEL",
        default: "info",
        "The least level that is logged.",
        expects: "debug, info, notice, warning or error",
        where: { ["debug", "info", "notice", "warning", "error"].contains($0) }
    )
    package static let loops = Setting<Int>.integer(
        "PARLAY_LOOPS",
        default: 0,
        0...256,
        "Event loops; 0 is one a core."
    )
    package static let metricsAddress = Setting<String>.text(
        "PARLAY_METRICS_ADDR",
        default: "",
        "Serves /metrics on this host:port instead of the public one.",
        expects: "host:port",
        where: { HostAndPort($0) != nil }
    )
    package static let trustedProxies = Setting<[PeerNetwork]>(
        "PARLAY_TRUSTED_PROXIES",
        default: [],
        "Proxies whose X-Forwarded-For is believed, and whose connections are not counted.",
        expects:
            "IP addresses and networks separated by commas, such as 10.0.0.0/8,fd00::/8, without bits behind the prefix",
        parse: { text in
            let networks = text.split(separator: ",").map { PeerNetwork($0.filter { $0 != " " }) }
            return networks.contains(nil) ? nil : networks.compactMap(\.self)
        },
        show: { $0.map(\.description).joined(separator: ",") }
    )
    package static let connectionsPerAddress = Setting<Int>.integer(
        "PARLAY_CONNECTIONS_PER_ADDRESS",
        default: 200,
        1...1_000_000,
        "Connections that one client address may hold; trusted proxies may hold any number."
    )
    package static let headerLimit = Setting<Int>.integer(
        "PARLAY_HEADER_LIMIT",
        default: 32 * 1024,
        1024...1_048_576,
        "Bytes of a request's line and headers."
    )
    package static let headerTimeout = Setting<Int>.integer(
        "PARLAY_HEADER_TIMEOUT",
        default: 10,
        1...3600,
        "Seconds until a request's headers must be there."
    )
    package static let idleTimeout = Setting<Int>.integer(
        "PARLAY_IDLE_TIMEOUT",
        default: 75,
        1...86_400,
        "Seconds that an idle connection stays open."
    )
    package static let shutdownGrace = Setting<Int>.integer(
        "PARLAY_SHUTDOWN_GRACE",
        default: 30,
        0...3600,
        "Seconds that a stop waits for what is under way."
    )
    package static let databaseReaders = Setting<Int>.integer(
        "PARLAY_DB_READERS",
        default: 2,
        1...64,
        "Database connections for reads, each loop."
    )
    package static let databaseWriters = Setting<Int>.integer(
        "PARLAY_DB_WRITERS",
        default: 4,
        1...64,
        "Database connections for writes, each loop."
    )
    package static let databaseTransactions = Setting<Int>.integer(
        "PARLAY_DB_TRANSACTIONS",
        default: 2,
        1...64,
        "Database connections for transactions, each loop; every POST with a key holds one."
    )
    package static let searches = Setting<Int>.integer(
        "PARLAY_SEARCHES",
        default: 1,
        1...64,
        "Searches by regular expression that run at once; each may keep one core of the database busy."
    )
    package static let passwordMemory = Setting<Int>.integer(
        "PARLAY_PASSWORD_MEMORY_KIB",
        default: 19_456,
        8...1_048_576,
        "Memory of one Argon2id hash, in KiB."
    )
    package static let passwordIterations = Setting<Int>.integer(
        "PARLAY_PASSWORD_ITERATIONS",
        default: 2,
        1...64,
        "Passes of one Argon2id hash."
    )
    package static let passwordParallelism = Setting<Int>.integer(
        "PARLAY_PASSWORD_PARALLELISM",
        default: 1,
        1...16,
        "Lanes of one Argon2id hash."
    )
    package static let hashQueue = Setting<Int>.integer(
        "PARLAY_HASH_QUEUE",
        default: 64,
        1...10_000,
        "Passwords that may wait to be hashed."
    )
    package static let photoWorkers = Setting<Int>.integer(
        "PARLAY_PHOTO_WORKERS",
        default: 1,
        1...16,
        "Photos that are decoded at once; each may take 1 GiB for a moment."
    )
    package static let loginFailures = Setting<Int>.integer(
        "PARLAY_LOGIN_FAILURES",
        default: 10,
        1...100_000,
        "Failed sign-ins in ten minutes before 429."
    )
    package static let registerLimit = Setting<Int>.integer(
        "PARLAY_REGISTER_LIMIT",
        default: 30,
        0...1_000_000,
        "Registrations in ten minutes and address; 0 is no limit."
    )
    package static let resetLimit = Setting<Int>.integer(
        "PARLAY_RESET_LIMIT",
        default: 30,
        0...1_000_000,
        "Password resets in ten minutes and address; 0 is no limit."
    )
    package static let jobConcurrency = Setting<Int>.integer(
        "PARLAY_JOB_CONCURRENCY",
        default: 400,
        1...10_000,
        "Jobs that one worker runs at once."
    )

    package static let workerTransactions = Setting<Int>.integer(
        "PARLAY_WORKER_TRANSACTIONS",
        default: 4,
        1...64,
        "Jobs of one worker that may hold a transaction at once."
    )

    package static let webhookAddresses = Setting<AddressRule>(
        "PARLAY_WEBHOOK_PRIVATE",
        default: .publicOnly,
        "Whether webhooks may go to private addresses, and by plain http.",
        expects: "refuse, loopback or allow",
        parse: { text in webhookRules.first { $0.word == text }?.rule },
        show: { rule in webhookRules.first { $0.rule == rule }?.word ?? "" }
    )
    private static let webhookRules: [(word: String, rule: AddressRule)] = [
        ("refuse", .publicOnly), ("loopback", .publicAndLoopback), ("allow", .any),
    ]

    /// A setting without its type, for `config`, `--help` and the hunt for unknown variables.
    package struct Entry: Sendable {
        package let variable: String
        package let flag: String
        package let summary: String
        let isSecret: Bool
        let problem: @Sendable (String) -> String?
        let fallback: String

        init<Value>(_ setting: Setting<Value>) {
            variable = setting.variable
            flag = setting.flag
            summary = setting.summary
            isSecret = setting.isSecret
            fallback = setting.show(setting.fallback)
            problem = { text in
                guard setting.parse(text) == nil else { return nil }
                // An address of a server may hold a name and a password before its `@`.
                let isSecret = setting.isSecret || text.contains("://") && text.contains("@")
                let shown = isSecret ? "" : " is \"\(text)\" but"
                return "\(setting.variable)\(shown) must be \(setting.expectation)"
            }
        }
    }

    package static let entries: [Entry] =
        [
            Entry(databaseURL), Entry(host), Entry(port), Entry(data), Entry(log), Entry(logLevel),
            Entry(loops),
            Entry(metricsAddress), Entry(trustedProxies), Entry(connectionsPerAddress), Entry(headerLimit),
            Entry(headerTimeout), Entry(idleTimeout), Entry(shutdownGrace),
            Entry(databaseReaders),
            Entry(databaseWriters), Entry(databaseTransactions), Entry(searches), Entry(passwordMemory),
            Entry(passwordIterations),
            Entry(passwordParallelism),
            Entry(hashQueue), Entry(photoWorkers), Entry(loginFailures), Entry(registerLimit),
            Entry(resetLimit),
            Entry(jobConcurrency),
            Entry(workerTransactions), Entry(webhookAddresses), Entry(showsTenants),
        ] + limitEntries + mailEntries

    /// Where a value came from.
    package enum Source: Sendable, Equatable {
        case standard
        case environment
        case file(String)
        case flag
    }

    private var texts: [String: (text: String, source: Source)] = [:]

    /// Sentences about what is wrong with the settings, all of them.
    package struct Mistakes: Error, Equatable, CustomStringConvertible {
        package let sentences: [String]
        package var description: String { sentences.joined(separator: "\n") }
    }

    /// - Parameters:
    ///   - flags: by variable.
    ///   - readFile: the text of a `…_FILE`; throws when it cannot be read.
    /// - Throws: `Mistakes` that name every unknown and every invalid setting.
    package static func read(
        environment: [String: String],
        flags: [String: String] = [:],
        readFile: (String) throws -> String = TextFile.read
    ) throws(Mistakes) -> (configuration: Configuration, unknown: [String]) {
        var configuration = Configuration()
        var sentences: [String] = []
        for entry in entries {
            var found: (text: String, source: Source)?
            if let path = environment[entry.variable + "_FILE"] {
                do {
                    let text = try readFile(path)
                    found = (String(text.reversed().drop { $0.isNewline }.reversed()), .file(path))
                } catch {
                    sentences.append("\(entry.variable)_FILE names \(path), which cannot be read: \(error)")
                }
                if environment[entry.variable] != nil {
                    sentences.append("set \(entry.variable) or \(entry.variable)_FILE, not both")
                }
            } else if let text = environment[entry.variable], !text.isEmpty {
                found = (text, .environment)
            }
            if let text = flags[entry.variable] { found = (text, .flag) }
            guard let found else { continue }
            if let problem = entry.problem(found.text) { sentences.append(problem) }
            configuration.texts[entry.variable] = found
        }
        sentences += configuration.mailMistakes
        let known = Set(entries.flatMap { [$0.variable, $0.variable + "_FILE"] })
        let unknown = environment.keys
            .filter { $0.hasPrefix("PARLAY_") && !$0.hasPrefix("PARLAY_TEST_") && !known.contains($0) }
            .sorted()
        guard sentences.isEmpty else {
            throw Mistakes(sentences: sentences + unknown.map(unknownSentence))
        }
        return (configuration, unknown)
    }

    package static func unknownSentence(_ variable: String) -> String {
        "\(variable) is no setting of Parlay; `parlay config` lists them"
    }

    package subscript<Value>(setting: Setting<Value>) -> Value {
        texts[setting.variable].flatMap { setting.parse($0.text) } ?? setting.fallback
    }

    /// The effective value for people, with secrets hidden.
    package func shown(_ entry: Entry) -> (value: String, source: Source) {
        guard let found = texts[entry.variable] else { return (entry.fallback, .standard) }
        return (entry.isSecret ? "<redacted>" : found.text, found.source)
    }

    /// The text that was given for a setting, if any: for handing it on to a process of this program.
    func given(_ entry: Entry) -> String? { texts[entry.variable]?.text }

    /// Sets a value as if a flag had, for what `up` hands on.
    package mutating func set<Value>(_ setting: Setting<Value>, _ text: String) {
        texts[setting.variable] = (text, .flag)
    }
}

/// `127.0.0.1:9100` or `[::1]:9100`.
package struct HostAndPort: Sendable, Equatable {
    package let host: String
    package let port: UInt16

    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil  // an IPv6 address without its brackets: which colon ends it?
        }
        guard !host.isEmpty else { return nil }
        self.host = host
        self.port = port
    }
}
