internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let oddsSimulate = Command(
        "admin odds simulate",
        options: [
            .tenant, .value("--rate", "N", "updates per second, 0.1 to 10000; default 5"),
            .value("--events", "N", "of the next N events, 1 to 1000; default 20"),
            .value("--seed", "SEED", "chooses what happens; default 1"),
            .flag("--all", "simulate real prices too"),
            .flag("--quiet", "print only errors"), .json,
        ],
        "play random updates until stopped",
        details: """
            Prices drift and return, kick-offs move by minutes and back, markets are suspended for seconds, and events with \
            made-up prices go live when their time comes, get scores and end. Only markets with made-up prices change, \
            unless --all is given; they stay made up. Ctrl-C ends it. Markets that it left suspended because it was killed \
            open when it starts again.
            """,
        example: "parlay admin odds simulate --tenant betbull --rate 5 --events 20 --seed 1"
    ) { call in
        let tenant = try call.tenant()
        guard tenant.modules.contains(.sportsbook) else {
            throw CommandFailure("the module sportsbook is off for \(tenant.slug)")
        }
        let options = try call.simulationOptions()
        let (terminal, isQuiet) = (call.terminal, call.has("--quiet"))
        let stop = StopSignal()
        let played = try await AdminSession.run(
            call.configuration,
            sizes: .init(readers: 1, writers: 1, transactions: options.connections)
        ) { database in
            try await SimulationPlayer(tenant.id, database, options, until: { _ in stop.isRequested }) {
                news in
                switch news {
                case .progress(let counts):
                    if !isQuiet { terminal.counter("played \(counts.total) updates, \(counts.rateText)/s") }
                case .databaseGone(let why): terminal.printError("parlay: \(why); trying again")
                case .databaseBack: terminal.printError("parlay: the database is available again")
                }
            }.play()
        }
        guard let played else {
            throw CommandFailure(
                options.includesReal
                    ? "\(tenant.slug) has no upcoming event"
                    : "\(tenant.slug) has no upcoming event with made-up prices; use --all, or import with"
                        + " --made-up-prices"
            )
        }
        if !isQuiet {
            terminal.counter(nil)
            call.report(played.sentence, played.json(tenant.slug))
        }
        return .success
    }
}

extension Invocation {
    fileprivate func simulationOptions() throws -> SimulationPlayer.Options {
        var options = SimulationPlayer.Options()
        if let text = value("--rate") {
            guard let rate = Double(text), (0.1...10_000).contains(rate) else {
                throw UsageError("--rate must be a number from 0.1 to 10000")
            }
            options.rate = rate
        }
        options.events = try count("--events", default: options.events, 1...1_000)
        options.seed = try count("--seed", default: options.seed, 0...UInt64.max)
        options.includesReal = has("--all")
        return options
    }
}

extension SimulationCounts {
    /// With one digit after the point.
    fileprivate var rateText: String { Self.text(rate) }

    private static func text(_ number: Double) -> String {
        let tenths = Int(exactly: (number * 10).rounded()) ?? 0
        return "\(tenths / 10).\(tenths % 10)"
    }

    private var parts: [(name: String, label: String, count: Int)] {
        [
            ("prices", "prices moved", prices), ("kick_offs", "kick-offs moved", kickOffs),
            ("suspended", "markets suspended", suspended), ("reopened", "reopened", reopened),
            ("begun", "events begun", begun), ("scores", "scores", scores), ("ended", "ended", ended),
        ]
    }

    fileprivate var sentence: String {
        "played \(total) updates in \(Self.text(seconds)) s, \(rateText)/s: "
            + parts.map { "\($0.count) \($0.label)" }.joined(separator: ", ")
    }

    fileprivate func json(_ slug: String) -> JSONValue {
        JSONText.object(
            [("tenant", .string(slug)), ("updates", .integer(Int64(total)))]
                + parts.map { ($0.name, .integer(Int64($0.count))) }
                + [
                    ("seconds", JSONNumber(seconds).map { .number($0) } ?? .null),
                    ("updates_per_second", JSONNumber(rate).map { .number($0) } ?? .null),
                ]
        )
    }
}
