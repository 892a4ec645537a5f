package import Database
package import Reactor

/// Enqueues scheduled jobs while it leads.
///
/// Leader is who holds an advisory lock, on a connection of its own: the server frees the lock with the session.
/// Keep-alives end the session of a machine that vanished within 8 s, and the others ask every second. Two that both
/// believe to lead do no harm: a tick carries the leader's term and is unique in the database.
package actor Scheduler {
    private nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }
    private let pool: DatabasePool
    private let name: String
    private let schedules: [Schedule]
    private let report: @Sendable (WorkerReport) -> Void
    private var session: SessionConnection?
    private var isStopped = false
    private var sleeper: CheckedContinuation<Void, Never>?
    /// The present term; `nil` while another leads.
    package private(set) var term: Int64?

    package init(
        _ schedules: [Schedule],
        pool: DatabasePool,
        on loop: EventLoop,
        name: String,
        report: @escaping @Sendable (WorkerReport) -> Void = { _ in }
    ) {
        self.schedules = schedules
        self.pool = pool
        self.loop = loop
        self.name = name
        self.report = report
    }

    /// Leads whenever it can, until `stop`.
    package func run() async {
        var isDefined = false
        while !isStopped {
            do {
                if !isDefined {
                    try await define()
                    isDefined = true
                }
                try await lead()
                if let term { try await tick(term) }
            } catch {
                report(.failed(what: "schedule", error))
                resign()
            }
            await pause()
        }
        resign()
    }

    package func stop() {
        isStopped = true
        sleeper?.resume()
        sleeper = nil
    }

    private func pause() async {
        guard !isStopped else { return }
        await withCheckedContinuation { continuation in
            sleeper = continuation
            loop.schedule(after: .seconds(1)) { [weak self] in self?.assumeIsolated { $0.wake() } }
        }
    }

    private func wake() {
        sleeper?.resume()
        sleeper = nil
    }

    private func define() async throws(DatabaseError) {
        let queries = schedules.sorted { $0.name < $1.name }.map { schedule in
            ScheduleStore.define(
                .text(schedule.name),
                .text(schedule.kind),
                .text(schedule.payload),
                .text(schedule.cron),
                .integer(schedule.maximumAttempts)
            )
        }
        if !queries.isEmpty { _ = try await pool.write(queries) }
    }

    // MARK: Leading

    /// Takes the lock, or makes sure that it is still held.
    private func lead() async throws(DatabaseError) {
        let session = try await connected()
        if term != nil {
            _ = try await session.query("select 1", within: .seconds(3))
            return
        }
        // 'parlay' and 'sched' in numbers of no meaning; nothing else takes this pair.
        let answer = try await session.query("select pg_try_advisory_lock(7011, 3)", within: .seconds(3))
        // `t` because a session's answers are in text format.
        guard try answer.map({ Rows<String>($0) })?.first == "t" else { return }
        term = try await pool.write(ScheduleStore.lead(.text(name))).first
        if let term { report(.leading(term: term)) }
    }

    private func connected() async throws(DatabaseError) -> SessionConnection {
        if let session { return session }
        let opened: Result<LoopBound<SessionConnection>, DatabaseError> = await withCheckedContinuation {
            waiting in
            SessionConnection.open(pool, on: loop) { result in
                waiting.resume(returning: result.map { LoopBound($0, on: self.loop) })
            }
        }
        let session = try opened.get().value
        session.lost = { [weak self] _ in self?.assumeIsolated { $0.resign() } }
        self.session = session
        _ = try await session.query(
            "set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2",
            within: .seconds(3)
        )
        return session
    }

    private func resign() {
        term = nil
        session?.close()
        session = nil
    }

    /// Enqueues what is due. Of the ticks that were missed, only the latest.
    private func tick(_ term: Int64) async throws(DatabaseError) {
        for schedule in try await pool.write(ScheduleStore.enabled()).all {
            guard let cron = try? Cron(schedule.cron) else {
                report(.schedule(name: schedule.name, problem: "bad cron expression"))
                continue
            }
            guard let due = cron.latest(upTo: schedule.now, after: schedule.lastTick) else { continue }
            _ = try await pool.write([
                ScheduleStore.tick(.text(schedule.name), .integer(due), .integer(term))
            ])
        }
    }
}
