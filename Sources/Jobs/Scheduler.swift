package import Database
package import Reactor

/// Enqueues scheduled jobs while it is the leader.
///
/// The leader holds an advisory lock on its own connection: the server releases the lock with the session.
/// Keep-alives end the session of a vanished machine within 8 s, and the others try every second. Two processes that
/// both believe to be the leader do no harm: a tick has the leader's term and is unique in the database.
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
    /// The current term; `nil` while another process is the leader.
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

    /// Tries to be the leader until `stop`.
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
        let queries = schedules.sorted { $0.name < $1.name }.map(\.definition)
        if !queries.isEmpty { _ = try await pool.write(queries) }
    }

    // MARK: Leading

    /// Takes the lock, or checks that it is still held.
    private func lead() async throws(DatabaseError) {
        let session = try await connected()
        if term != nil {
            _ = try await session.query("select 1", within: .seconds(3))
            return
        }
        // Arbitrary numbers; nothing else uses this pair.
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

    /// Enqueues what is due. Of several missed ticks, only the latest.
    private func tick(_ term: Int64) async throws(DatabaseError) {
        for schedule in try await pool.write(ScheduleStore.enabled()).all {
            let step: EnabledSchedule.Step
            do {
                step = try schedule.next()
            } catch {
                report(.schedule(name: schedule.name, problem: "bad cron expression"))
                continue
            }
            switch step {
            case .nothing: break
            case .tick(let due):
                let tick = ScheduleStore.tick(.text(schedule.name), .integer(due), .integer(term))
                _ = try await pool.write([tick])
            case .rewind:
                report(.schedule(name: schedule.name, problem: "the database's clock went back"))
                let tolerance = Parameter.integer(EnabledSchedule.tolerance)
                let rewind = ScheduleStore.rewind(.text(schedule.name), .integer(term), tolerance)
                _ = try await pool.write([rewind])
            }
        }
    }
}
