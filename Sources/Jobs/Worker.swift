package import Database
package import Reactor

/// Claims and runs jobs. Any number of workers can run in parallel, in one process or several.
///
/// Lives on one loop, as do its handlers, which yield at every `await`. One task drives it: each round records
/// finished runs, claims new ones, and does due maintenance.
package actor Worker {
    package struct Settings: Sendable {
        /// Seen in `workers` and in logs.
        package var name = "worker"
        /// Jobs per claim.
        package var batch = 200
        /// Concurrent jobs.
        package var maximumRunning = 400
        package var lease = Duration.seconds(30)
        package var poll = Duration.seconds(1)
        /// How long a job whose worker died before runs without another such job beside it.
        package var probation = Duration.seconds(2)
        /// How long running jobs can continue after `stop`.
        package var grace = Duration.seconds(25)
        package init() {}
    }

    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }
    let pool: DatabasePool
    let registry: JobRegistry
    let settings: Settings
    let report: @Sendable (WorkerReport) -> Void
    let pulse: WorkerPulse
    private let listener: Listener

    var lease: WorkerLease
    var lanes = Lanes()
    var runs = WorkerRuns<TaskOfRun>()
    /// Kinds of which it claims none, as of the last search.
    var paused: Set<String> = []
    var generator = SystemRandomNumberGenerator()
    var chores = MaintenanceTimes()
    /// The last run of a job whose worker died before.
    var suspect: RunKey?
    private(set) var stopDeadline: Instant?
    private var sleeper: CheckedContinuation<Void, Never>?
    private var alarm: TimerID?
    private var wasWoken = false

    package init(
        _ registry: JobRegistry,
        pool: DatabasePool,
        on loop: EventLoop,
        settings: Settings = Settings(),
        pulse: WorkerPulse = WorkerPulse(),
        report: @escaping @Sendable (WorkerReport) -> Void = { _ in }
    ) {
        self.registry = registry
        self.pulse = pulse
        self.pool = pool
        self.loop = loop
        self.settings = settings
        lease = WorkerLease(length: settings.lease, at: .now)
        self.report = report
        let mailbox = Mailbox()
        listener = Listener(pool, on: loop, listen: "listen parlay_jobs") { payload in
            mailbox.worker?.assumeIsolated { $0.handleNotification(payload) }
        }
        mailbox.worker = self
    }

    /// Runs until `stop`. Returns when every job has ended or was released.
    package func run() async throws {
        listener.start()
        defer { listener.stop() }
        while !(await isDone()) {
            do {
                let pause = try await round()
                if let pause { await sleep(atMost: pause) }
            } catch {
                report(.failed(what: "round", error))
                if error == .outcomeUnknown { chores.reconcileAt = .now }
                await sleep(atMost: .milliseconds(500))
            }
        }
    }

    /// Stops claiming immediately; running jobs can finish within the grace period and are then cancelled and
    /// released.
    package func stop() {
        guard stopDeadline == nil else { return }
        stopDeadline = .now + settings.grace
        wake()
    }

    /// One round; returns how long to wait for news, `nil` for not at all.
    private func round() async throws(DatabaseError) -> Duration? {
        enforceLimits()
        try await doMaintenance()
        let room = settings.maximumRunning - runs.count
        let isStopping = stopDeadline != nil
        var shares: [Lanes.Share] = []
        // Small claims while many jobs run would only cost round trips.
        if !isStopping && room >= max(1, min(settings.batch, settings.maximumRunning) / 4) {
            shares = lanes.plan(
                limit: min(settings.batch, room),
                weight: { registry.handlers[$0]?.policy.priority.rawValue ?? 1 },
                spare: { spare($0) }
            )
        }
        guard !shares.isEmpty || runs.hasOutcomes else {
            return isStopping ? .milliseconds(100) : settings.poll
        }
        try await exchange(shares, limit: room)
        return nil
    }

    func spare(_ kind: String) -> Int {
        guard let policy = registry.handlers[kind]?.policy, !paused.contains(kind) else { return 0 }
        guard let limit = policy.concurrency else { return settings.maximumRunning }
        return max(0, limit - runs.count(of: kind))
    }

    // MARK: Waking

    private func handleNotification(_ payload: String) {
        if let tenantID = Int64(payload) {
            for kind in registry.handlers.keys { lanes.note(Lane(tenantID: tenantID, kind: kind)) }
        } else {
            chores.discoverAt = .now
        }
        wake()
    }

    func wake() {
        wasWoken = true
        if let alarm { loop.cancel(alarm) }
        alarm = nil
        let sleeper = sleeper
        self.sleeper = nil
        sleeper?.resume()
    }

    private func sleep(atMost duration: Duration) async {
        if !wasWoken {
            await withCheckedContinuation { continuation in
                sleeper = continuation
                alarm = loop.schedule(after: duration) { [weak self] in self?.assumeIsolated { $0.wake() } }
            }
        }
        wasWoken = false
    }
}

/// Connects the listener to the worker, which is created later.
///
/// `@unchecked Sendable`: set once, before `Listener.start`.
private final class Mailbox: @unchecked Sendable {
    weak var worker: Worker?
}
