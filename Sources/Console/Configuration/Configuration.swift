package import HTTPServer
package import Outbound
package import Reactor

/// Every setting of every process, read once at start from the environment and the flags.
package struct Configuration: Sendable {
    package static let databaseURL = Setting<String>.text(
        "DATABASE_URL",
        default: "",
        isSecret: true,
        "The database, as a libpq URI. Without it, `up` runs its own PostgreSQL in PARLAY_DATA.",
        expects: "a libpq URI such as postgresql://user@host/database",
        where: { $0.hasPrefix("postgresql://") || $0.hasPrefix("postgres://") || $0.contains("=") }
    )
    package static let cells = Setting<String>.text(
        "PARLAY_CELLS",
        default: "",
        "A file with the further databases of the installation, a line each: the number of the cell and its libpq URI."
            + " DATABASE_URL is cell 1. Fronts and workers read it again on SIGHUP.",
        expects: "a file",
        where: { _ in true }
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
        "The data directory of the PostgreSQL that `up` runs."
    )
    package static let share = Setting<String>.text(
        "PARLAY_SHARE",
        default: "",
        "The directory of the sample data that the demo tenants show. Without it, `data` beside the program or"
            + " above it, or `share/parlay` beside its directory.",
        expects: "a directory",
        where: { _ in true }
    )
    package static let log = Setting<String>.text(
        "PARLAY_LOG",
        default: "logfmt",
        "The format of log lines: `logfmt` or `json`. If it is not set, lines at a terminal are shorter"
            + " and colored.",
        expects: "logfmt or json",
        where: { ["logfmt", "json"].contains($0) }
    )
    package static let logLevel = Setting<String>.text(
        "PARLAY_LOG_LEVEL",
        default: "info",
        "The lowest level that is logged: `debug`, `info`, `notice`, `warning` or `error`.",
        expects: "debug, info, notice, warning or error",
        where: { ["debug", "info", "notice", "warning", "error"].contains($0) }
    )
    package static let loops = Setting<Int>.integer(
        "PARLAY_LOOPS",
        default: 0,
        0...256,
        "Event loops; 0 means one for each core."
    )
    package static let metricsAddress = Setting<String>.text(
        "PARLAY_METRICS_ADDR",
        default: "",
        "Host:port to serve `/metrics` on instead of the public port.",
        expects: "host:port",
        where: { HostAndPort($0) != nil }
    )
    package static let trustedProxies = Setting<[PeerNetwork]>(
        "PARLAY_TRUSTED_PROXIES",
        default: [],
        "Proxies whose `X-Forwarded-For` is trusted and whose connections are not limited: addresses and networks,"
            + " separated by commas.",
        expects:
            "IP addresses and networks separated by commas, such as 10.0.0.0/8,fd00::/8, with no bits set after the prefix",
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
        "Connections allowed per client address (of IPv6 its /64); trusted proxies are not limited."
    )
    package static let headerLimit = Setting<Int>.integer(
        "PARLAY_HEADER_LIMIT",
        default: 32 * 1024,
        1024...1_048_576,
        "Bytes allowed for a request's line and headers together."
    )
    package static let headerTimeout = Setting<Int>.integer(
        "PARLAY_HEADER_TIMEOUT",
        default: 10,
        1...3600,
        "Seconds within which a request's headers must arrive."
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
        "Seconds that a stopping process waits for running requests or jobs."
    )
    package static let databaseReaders = Setting<Int>.integer(
        "PARLAY_DB_READERS",
        default: 2,
        1...64,
        "Database connections of each loop for reads. Connections for transactions and searches are"
            + " opened in addition, when needed."
    )
    package static let databaseWriters = Setting<Int>.integer(
        "PARLAY_DB_WRITERS",
        default: 4,
        1...64,
        "Database connections of each loop for writes."
    )
    package static let databaseTransactions = Setting<Int>.integer(
        "PARLAY_DB_TRANSACTIONS",
        default: 4,
        1...64,
        "Database connections of each loop for transactions, opened when needed. Every POST with an `Idempotency-Key` "
            + "holds one; when all are taken, accounts take turns, and after five seconds the answer is 503."
    )
    package static let searches = Setting<Int>.integer(
        "PARLAY_SEARCHES",
        default: 1,
        1...64,
        "Searches by regular expression that run at the same time, each for at most 250 ms and on one"
            + " core of the database. Others wait in a queue of 64, in which tenants and their accounts take"
            + " turns and a tenant has at most half of the places; beyond that, 503."
    )
    package static let passwordMemory = Setting<Int>.integer(
        "PARLAY_PASSWORD_MEMORY_KIB",
        default: 19_456,
        8...1_048_576,
        "Memory of one Argon2id hash, in KiB. When the cost is raised, passwords are rehashed at the next"
            + " sign-in. Stored hashes that cost more than this installation has ever used are not computed."
    )
    package static let passwordIterations = Setting<Int>.integer(
        "PARLAY_PASSWORD_ITERATIONS",
        default: 2,
        1...64,
        "Iterations of one Argon2id hash."
    )
    package static let passwordParallelism = Setting<Int>.integer(
        "PARLAY_PASSWORD_PARALLELISM",
        default: 1,
        1...16,
        "Parallel lanes of one Argon2id hash."
    )
    package static let hashQueue = Setting<Int>.integer(
        "PARLAY_HASH_QUEUE",
        default: 64,
        1...10_000,
        "Passwords that may wait to be hashed; beyond that, 503. A client address (for"
            + " IPv6 its /64) gets at most an eighth of the queue, and addresses take turns, those of one"
            + " provider (/24, for IPv6 /48) together. People who have signed in from there within 30 days"
            + " come first."
    )
    package static let photoWorkers = Setting<Int>.integer(
        "PARLAY_PHOTO_WORKERS",
        default: 1,
        1...16,
        "Photos decoded at the same time, each in a process that may briefly use 1 GiB of memory."
    )
    package static let loginFailures = Setting<Int>.integer(
        "PARLAY_LOGIN_FAILURES",
        default: 10,
        1...100_000,
        "Failed sign-ins and other wrong passwords within ten minutes before the answer is 429."
    )
    package static let registerLimit = Setting<Int>.integer(
        "PARLAY_REGISTER_LIMIT",
        default: 30,
        0...1_000_000,
        "Registrations from one address within ten minutes; 0 means no limit, the default of `up`."
    )
    package static let resetLimit = Setting<Int>.integer(
        "PARLAY_RESET_LIMIT",
        default: 30,
        0...1_000_000,
        "Password resets, and email verifications, from one address within ten minutes; 0 means no limit."
    )
    package static let jobConcurrency = Setting<Int>.integer(
        "PARLAY_JOB_CONCURRENCY",
        default: 400,
        1...10_000,
        "Jobs that one worker runs at the same time."
    )

    package static let workerTransactions = Setting<Int>.integer(
        "PARLAY_WORKER_TRANSACTIONS",
        default: 4,
        1...64,
        "Jobs of one worker that may be in a transaction at the same time."
    )

    package static let workerAddress = Setting<String>.text(
        "PARLAY_WORKER_ADDR",
        default: "127.0.0.1:8081",
        "Where the worker serves `/healthz`, `/readyz` and `/metrics`; `off` turns it off. Under `up` the"
            + " default is"
            + " PARLAY_PORT + 1. If this is not set and the default address is in use, the worker serves none of them.",
        expects: "host:port or off",
        where: { $0 == "off" || HostAndPort($0) != nil }
    )
    /// Replaces the default of `workerAddress` under `up`.
    package static let workerDefaultAddress = Setting<String>.text(
        "PARLAY_UP_WORKER_ADDR",
        default: "",
        "The default of PARLAY_WORKER_ADDR under `up`.",
        expects: "host:port or off",
        where: { $0 == "off" || HostAndPort($0) != nil }
    )
    /// Set by `up`, which knows by it that the processes it started answer.
    package static let instance = Setting<String>.text(
        "PARLAY_UP_INSTANCE",
        default: "",
        "What `/readyz` answers in the header Parlay-Instance.",
        expects: "up to 64 letters and digits",
        where: { $0.utf8.count <= 64 && $0.allSatisfy { $0.isASCII && ($0.isLetter || "0"..."9" ~= $0) } }
    )

    package static let webhookAddresses = Setting<AddressRule>(
        "PARLAY_WEBHOOK_PRIVATE",
        default: .publicOnly,
        "Whether webhooks, pages and OpenID Connect issuers that tenants name, and push services that browsers name, may be at"
            + " private addresses, and webhooks, push services and pages use plain http: `refuse`,"
            + " `loopback` (this machine only; the default of `up` while it listens on loopback) or `allow`. Set the same value for `serve` and `work`.",
        expects: "refuse, loopback or allow",
        parse: { text in webhookRules.first { $0.word == text }?.rule },
        show: { rule in webhookRules.first { $0.rule == rule }?.word ?? "" }
    )
    private static let webhookRules: [(word: String, rule: AddressRule)] = [
        ("refuse", .publicOnly), ("loopback", .publicAndLoopback), ("allow", .any),
    ]

    package static let httpsCertificates = Setting<String>.text(
        "PARLAY_HTTPS_CA",
        default: "",
        "A file of certificates to trust, besides the system's, for webhooks, pages, OpenID Connect issuers, and the server of"
            + " `parlay admin … --server`. Set the same value for `serve` and `work`."
    )

    /// A client for the URLs that tenants set.
    package func tenantClient(on loop: EventLoop) throws(HTTPClientError) -> HTTPClient {
        let certificates = self[Self.httpsCertificates]
        return try HTTPClient(
            on: loop,
            addresses: self[Self.webhookAddresses],
            trusting: certificates.isEmpty ? nil : certificates
        )
    }

    /// Where a value came from.
    package enum Source: Sendable, Equatable {
        case standard
        case environment
        case file(String)
        case flag
    }

    private var texts: [String: (text: String, source: Source)] = [:]
    /// What the program that started this process wants to know about it; not a setting.
    package private(set) var supervision = Supervision()

    /// All defaults.
    package init() {}

    /// Everything that is wrong with the settings, as sentences.
    package struct Mistakes: Error, Equatable, CustomStringConvertible {
        package init(sentences: [String]) { self.sentences = sentences }
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
        configuration.supervision = Supervision(environment)
        var sentences: [String] = []
        var unreadable: [String] = []
        for entry in entries + internalEntries {
            var found: (text: String, source: Source)?
            if let path = environment[entry.variable + "_FILE"] {
                do {
                    let text = try readFile(path)
                    found = (String(text.reversed().drop { $0.isNewline }.reversed()), .file(path))
                } catch {
                    sentences.append("\(entry.variable)_FILE names \(path), which cannot be read: \(error)")
                    unreadable.append(entry.variable)
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
        // A setting whose file cannot be read is not missing.
        sentences += (configuration.mailMistakes + configuration.moduleMistakes).filter { sentence in
            !unreadable.contains { sentence.contains($0) }
        }
        let known = Set((entries + internalEntries).flatMap { [$0.variable, $0.variable + "_FILE"] })
        let unknown = environment.keys
            .filter { $0.hasPrefix("PARLAY_") && !$0.hasPrefix("PARLAY_TEST_") && !known.contains($0) }
            .sorted()
        guard sentences.isEmpty else {
            throw Mistakes(sentences: sentences + unknown.map(unknownSentence))
        }
        return (configuration, unknown)
    }

    package static func unknownSentence(_ variable: String) -> String {
        // For a file variable, the setting that it provides.
        let known = entries.map(\.variable)
        // The prefix, which all have, does not make two names alike.
        let prefix = "PARLAY_"
        let names = (known + known.map { $0 + "_FILE" }).filter { $0.hasPrefix(prefix) }.map {
            String($0.dropFirst(prefix.count))
        }
        let guess = Suggestion.closest(to: String(variable.dropFirst(prefix.count)), in: names)
        let question = guess.map { ". Did you mean \(prefix)\($0)?" } ?? "."
        return "\(variable) is not a setting\(question) `parlay config` lists them all."
    }

    package subscript<Value>(setting: Setting<Value>) -> Value {
        texts[setting.variable].flatMap { setting.parse($0.text) } ?? setting.fallback
    }

    /// The effective value for people, with secrets hidden.
    package func shown(_ entry: Entry) -> (value: String, source: Source) {
        guard let found = texts[entry.variable] else { return (entry.fallback, .standard) }
        return (entry.isSecret ? "<redacted>" : found.text, found.source)
    }

    /// The given text of a setting, if any, to pass it to another process of this program.
    package func given(_ entry: Entry) -> String? { texts[entry.variable]?.text }

    /// Sets a value as a flag would, for settings that `up` passes on.
    package mutating func set<Value>(_ setting: Setting<Value>, _ text: String) {
        texts[setting.variable] = (text, .flag)
    }
}
