internal import Database
internal import Observability
internal import Reactor
internal import Tenancy

/// Keeps the tenants in memory in sync with the table.
///
/// A notification from the table's trigger says that it changed. Notifications can be lost with their connection, so
/// the table is also read after each new connection and at regular intervals.
final class TenantWatcher: Sendable {
    private let registry: TenantRegistry
    private let database: DatabasePool
    private let cell: Int
    private let loop: EventLoop
    private let logger: Logger
    private let interval: Duration
    private let state: LoopBound<State>
    private let listener: Listener

    /// The loop it runs on.
    private final class State {
        let alarm: Alarm
        var isStopped = false
        init(_ loop: EventLoop) { alarm = Alarm(loop) }
    }

    /// - Parameter interval: how often the table is read without a notification.
    init(
        _ registry: TenantRegistry,
        database: DatabasePool,
        cell: Int = 1,
        loop: EventLoop,
        logger: Logger,
        interval: Duration = .seconds(15)
    ) {
        self.registry = registry
        self.database = database
        self.cell = cell
        self.loop = loop
        self.logger = logger
        self.interval = interval
        let state = LoopBound(State(loop), on: loop)
        self.state = state
        listener = Listener(database, on: loop, listen: "listen parlay_tenants") { _ in
            state.value.alarm.ring()
        }
        registry.add(database, as: cell) { loop.execute { state.value.alarm.ring() } }
    }

    /// Runs until `stop`. Call it in a task on `loop`.
    func run() async {
        listener.start()
        defer { listener.stop() }
        var unreadable: [String] = []
        var pause = interval
        while true {
            await state.value.alarm.wait(atMost: pause)
            if state.value.isStopped { return }
            do {
                let names = try await registry.refresh(from: database, cell: cell)
                pause = interval
                if names != unreadable {
                    unreadable = names
                    for name in names {
                        logger.error("invalid tenant settings", [.text("tenant", name)])
                    }
                }
            } catch {
                // The database is unavailable: requests report it, and the known tenants stay.
                pause = .seconds(1)
            }
            // Several changes in a row cause one read.
            await loop.sleep(for: .milliseconds(50))
        }
    }

    func stop() {
        let state = state
        loop.execute {
            state.value.isStopped = true
            state.value.alarm.ring()
        }
    }
}

/// Wakes one waiting task. Lives on one loop.
private final class Alarm {
    private let loop: EventLoop
    private var hasRung = false
    private var sleeper: CheckedContinuation<Void, Never>?
    private var timer: TimerID?

    init(_ loop: EventLoop) { self.loop = loop }

    func ring() {
        hasRung = true
        if let timer { loop.cancel(timer) }
        timer = nil
        let sleeper = sleeper
        self.sleeper = nil
        sleeper?.resume()
    }

    /// Waits until `ring` is called; returns immediately if it was called since the last wait.
    func wait(atMost limit: Duration) async {
        if !hasRung {
            await withCheckedContinuation { continuation in
                sleeper = continuation
                timer = loop.schedule(after: limit) { [weak self] in self?.ring() }
            }
        }
        hasRung = false
    }
}
