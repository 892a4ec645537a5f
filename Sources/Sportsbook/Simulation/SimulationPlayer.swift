internal import Database
internal import ParlayAPI
internal import Synchronization
internal import Tenancy

/// Plays a simulation on the database: each update is a transaction of its own, as an admin's edit would be.
///
/// It has no audit entries: there would be several a second.
final class SimulationPlayer: Sendable {
    struct Options: Sendable {
        /// Updates per second.
        var rate: Double = 5
        /// How many events, the nearest first.
        var events = 20
        var seed: UInt64 = 1
        /// Whether markets with real prices are simulated too.
        var includesReal = false

        init() {}

        /// How many updates may be written side by side.
        var connections: Int { rate <= 20 ? 1 : 8 }
    }

    private struct State {
        var simulation: Simulation
        var pace: Pace
        var counts = SimulationCounts()
        var isDown = false
    }

    private static let refreshInterval = Duration.seconds(2)

    private let tenant: TenantID
    private let database: DatabasePool
    private let options: Options
    private let clock: @Sendable () -> Timestamp
    private let isOver: @Sendable (Int) -> Bool
    private let report: @Sendable (SimulationNews) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - clock: what the simulation takes for the present.
    ///   - isOver: asked before each update with the number of those that were played.
    ///   - report: called with the progress twice a second, and when the database goes or comes back.
    init(
        _ tenant: TenantID,
        _ database: DatabasePool,
        _ options: Options,
        clock: @escaping @Sendable () -> Timestamp = { .now },
        until isOver: @escaping @Sendable (_ played: Int) -> Bool,
        report: @escaping @Sendable (SimulationNews) -> Void = { _ in }
    ) {
        self.tenant = tenant
        self.database = database
        self.options = options
        self.clock = clock
        self.isOver = isOver
        self.report = report
        state = Mutex(
            State(
                simulation: Simulation(seed: options.seed, includesReal: options.includesReal),
                pace: Pace(rate: options.rate, from: .now)
            )
        )
    }

    /// Plays until it is stopped. Call it from a task on one of the database's loops.
    ///
    /// - Returns: `nil` if there was no event to play with.
    func play() async throws -> SimulationCounts? {
        try await reopenLeftovers()
        try await refresh()
        guard !state.withLock({ $0.simulation.isEmpty }) else { return nil }
        let startedAt = ContinuousClock.now
        state.withLock { $0.pace = Pace(rate: options.rate, from: startedAt) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.keepFresh() }
            group.addTask { try await self.report(since: startedAt) }
            for _ in 0..<options.connections { group.addTask { try await self.work() } }
            try await group.waitForAll()
        }
        let back = state.withLock { $0.simulation.takeReturns() }
        do {
            for update in back { try await write(update) }
        } catch let error as DatabaseError where error.isOutage {
            // The next start brings back what it can.
            report(.databaseGone("\(error)"))
        }
        return state.withLock { state in
            state.counts.duration = .now - startedAt
            return state.counts
        }
    }

    private func isStopping() -> Bool { isOver(state.withLock { $0.counts.total }) }

    // MARK: Tasks

    private func work() async throws {
        var outage = OutagePause()
        while await waitForTurn() {
            let now = clock()
            guard let update = state.withLock({ $0.simulation.next(at: now) }) else {
                await pause(.milliseconds(50))
                continue
            }
            do {
                try await write(update)
                outage.reset()
            } catch let error as DatabaseError where error.isOutage {
                state.withLock { $0.simulation.postpone(update, at: now) }
                await wait(out: error, &outage)
            }
        }
    }

    /// - Returns: whether to go on.
    private func waitForTurn() async -> Bool {
        let turn = state.withLock { $0.pace.turn(at: .now) }
        while !isStopping() {
            let rest = turn - .now
            guard rest > .zero else { return true }
            try? await Task.sleep(for: min(rest, .milliseconds(100)))
        }
        return false
    }

    private func keepFresh() async throws {
        var outage = OutagePause()
        while !isStopping() {
            await pause(Self.refreshInterval)
            guard !isStopping() else { return }
            do {
                try await refresh()
                outage.reset()
                if state.withLock({ state in
                    defer { state.isDown = false }
                    return state.isDown
                }) {
                    report(.databaseBack)
                }
            } catch let error as DatabaseError where error.isOutage {
                await wait(out: error, &outage)
            }
        }
    }

    private func report(since start: ContinuousClock.Instant) async throws {
        while !isStopping() {
            await pause(.milliseconds(500))
            report(
                .progress(
                    state.withLock { state in
                        var counts = state.counts
                        counts.duration = .now - start
                        return counts
                    }
                )
            )
        }
    }

    private func wait(out error: DatabaseError, _ outage: inout OutagePause) async {
        let isNew = state.withLock { state in
            defer { state.isDown = true }
            return !state.isDown
        }
        if isNew { report(.databaseGone("\(error)")) }
        await pause(outage.next())
    }

    /// Ends early when the simulation is stopped.
    private func pause(_ duration: Duration) async {
        let end = ContinuousClock.now + duration
        while !isStopping(), .now < end {
            try? await Task.sleep(for: min(end - .now, .milliseconds(100)))
        }
    }

    // MARK: Database

    private func refresh() async throws {
        let chosen = try await database.read(
            SimulationStore.next(
                .id(tenant),
                .time(clock()),
                .boolean(options.includesReal),
                .integer(options.events)
            )
        ).all
        let sports = Dictionary(chosen.map { ($0.id, $0.sport) }, uniquingKeysWith: { first, _ in first })
        let trees = try await database.read(
            TreeStore.eventsByID(.id(tenant), .integers(chosen.map(\.id.rawValue)))
        ).trees
        let events = trees.map { SimulatedEvent(tree: $0, sport: sports[$0.event.id] ?? "") }
        let known = events.reduce(into: [:]) { known, event in
            known.merge(MadeUpPrices.first(of: event.tree, sport: event.sport)) { $1 }
        }
        state.withLock { $0.simulation.take(events, known: known) }
    }

    /// Markets that a simulation left suspended because it was killed.
    private func reopenLeftovers() async throws {
        for market in try await database.read(SimulationStore.suspended(.id(tenant))).all {
            try await write(SimulatedUpdate(event: market.event, kind: .reopen(market.id)))
        }
    }

    /// The event is locked before it is read, so that what is decided about it holds.
    private func write(_ update: SimulatedUpdate) async throws {
        let sport = state.withLock { $0.simulation.sport(of: update.event) }
        let edit = try await database.transaction { transaction -> SimulatedEdit? in
            let now = clock()
            let work = TenantTransaction(tenant, at: now, transaction)
            let (_, lines) = try await work.read(
                TreeStore.lockEvent(.id(tenant), .id(update.event)),
                TreeStore.event(.id(tenant), .id(update.event))
            )
            guard let tree = try lines.trees.first else { return nil }
            let event = SimulatedEvent(tree: tree, sport: sport)
            guard let edit = update.edit(of: event, at: now, includesReal: options.includesReal) else {
                return nil
            }
            switch edit {
            case .outcome(let row): try await work.run(TreeStore.update(row, named: row.name, in: tenant))
            case .market(let row): try await work.run(TreeStore.update(row, in: tenant))
            case .event(let row): try await work.run(TreeStore.update(row, in: tenant, at: now))
            case .result(let score): try await ResultService(work).finish(tree, score)
            }
            return edit
        }
        state.withLock { state in
            state.simulation.finish(update, edit)
            if edit != nil { state.counts.add(update.kind) }
        }
    }
}

/// What a player reports while it plays.
enum SimulationNews: Sendable {
    case progress(SimulationCounts)
    case databaseGone(String)
    case databaseBack
}

/// How many updates were played.
struct SimulationCounts: Sendable, Equatable {
    var prices = 0
    var suspended = 0
    var reopened = 0
    var kickOffs = 0
    var begun = 0
    var scores = 0
    var ended = 0
    var duration = Duration.zero

    init() {}

    var total: Int { prices + suspended + reopened + kickOffs + begun + scores + ended }
    var seconds: Double { duration / .seconds(1) }
    /// Updates per second.
    var rate: Double { duration > .zero ? Double(total) / seconds : 0 }

    mutating func add(_ kind: SimulatedUpdate.Kind) {
        switch kind {
        case .price: prices += 1
        case .suspend: suspended += 1
        case .reopen: reopened += 1
        case .kickOff: kickOffs += 1
        case .begin: begun += 1
        case .score: scores += 1
        case .end: ended += 1
        }
    }
}

/// Turns at a steady rate. Who is late by more than a second does not catch up. Pure.
struct Pace: Sendable {
    private let interval: Duration
    private var following: ContinuousClock.Instant

    init(rate: Double, from start: ContinuousClock.Instant) {
        interval = .seconds(1) / rate
        following = start
    }

    mutating func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        if following < now - .seconds(1) { following = now }
        defer { following += interval }
        return following
    }
}

/// From a fifth of a second, doubling to five.
private struct OutagePause {
    private var pause = Duration.milliseconds(200)

    mutating func next() -> Duration {
        defer { pause = min(pause * 2, .seconds(5)) }
        return pause
    }

    mutating func reset() { self = OutagePause() }
}

extension DatabaseError {
    /// Whether it may work later.
    fileprivate var isOutage: Bool {
        switch self {
        case .unavailable, .outcomeUnknown, .overloaded: true
        case .statement(let failure):
            failure.endsSession || failure.sqlState.isConnectionLoss || failure.sqlState.isTransient
        case .decoding: false
        }
    }
}
