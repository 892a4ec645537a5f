import Database
import Reactor
import Synchronization
import TestDatabases
import TestSupport

@testable import Jobs

/// A database with workers that run `ProbeJob`.
final class JobWorld: Sendable {
    let database: TestDatabase
    private let boundOwner: LoopBound<BlockingConnection>
    var owner: BlockingConnection { boundOwner.value }
    let pool: DatabasePool
    var loop: EventLoop { database.loop }

    init() async throws {
        database = try TestDatabase.current
        boundOwner = LoopBound(try database.owner, on: database.loop)
        pool = try await database.worker()
        // The pool counts as connected with its reader; what is enqueued needs the writer.
        try await eventually("a writer") { await self.canWrite() }
    }

    private static let nothing = Statement("select 1")
    private func canWrite() async -> Bool { (try? await pool.write([Self.nothing()])) != nil }

    /// Starts a worker whose probes run `body`.
    func start(
        with settings: Worker.Settings = .test(),
        _ body: @escaping @Sendable (JobContext<Probe>, ProbeJob) async throws -> Void = { _, _ in }
    ) -> RunningWorker {
        let probe = Probe(body)
        var registry = JobRegistry()
        registry.register(ProbeJob.self, service: probe)
        registry.register(LimitedJob.self, service: probe)
        let worker = Worker(registry, pool: pool, on: loop, settings: settings) { report in probe.note(report)
        }
        return RunningWorker(
            worker: worker,
            probe: probe,
            task: Task(executorPreference: loop) { try await worker.run() }
        )
    }

    func enqueue(_ text: String, tenant: Int64 = 1, key: String? = nil) async throws {
        _ = try await pool.write([try JobQueue.enqueue(ProbeJob(text: text), tenant: tenant, uniqueKey: key)])
    }

    func number(_ sql: String) throws -> Int { Int(try owner.query(sql)[0].integer(0)) }
    func text(_ sql: String) throws -> String? { try owner.query(sql).first?.optionalText(0) }
}

extension Worker.Settings {
    static func test(_ change: (inout Worker.Settings) -> Void = { _ in }) -> Worker.Settings {
        var settings = Worker.Settings()
        settings.grace = .seconds(5)
        settings.poll = .milliseconds(100)
        change(&settings)
        return settings
    }
}

struct RunningWorker {
    let worker: Worker
    let probe: Probe
    let task: Task<Void, any Error>

    func stop() async throws {
        await worker.stop()
        try await task.value
    }
}

struct ProbeJob: Job {
    static let kind = "test.probe"
    static let policy = JobPolicy(
        maximumAttempts: 3,
        backoff: Backoff(first: .milliseconds(1), limit: .milliseconds(2))
    )
    var text = ""
    func run(in context: JobContext<Probe>) async throws {
        context.service.begin(text)
        defer { context.service.end(text) }
        try await context.service.body(context, self)
    }
}

struct LimitedJob: Job {
    static let kind = "test.limited"
    static let policy = JobPolicy(timeLimit: .milliseconds(50), concurrency: 2)
    func run(in context: JobContext<Probe>) async throws {
        context.service.begin("limited")
        defer { context.service.end("limited") }
        try await context.service.body(context, ProbeJob())
    }
}

/// Records runs and reports.
final class Probe: Sendable {
    struct State {
        var runs: [String: Int] = [:]
        var present: [String: Int] = [:]
        var mostAtOnce: [String: Int] = [:]
        var reports: [WorkerReport] = []
    }
    private let state = Mutex(State())
    let body: @Sendable (JobContext<Probe>, ProbeJob) async throws -> Void

    init(_ body: @escaping @Sendable (JobContext<Probe>, ProbeJob) async throws -> Void) { self.body = body }

    func begin(_ text: String) {
        state.withLock { state in
            state.runs[text, default: 0] += 1
            state.present[text, default: 0] += 1
            state.mostAtOnce[text] = max(state.mostAtOnce[text] ?? 0, state.present[text] ?? 0)
        }
    }
    func end(_ text: String) { state.withLock { $0.present[text, default: 0] -= 1 } }
    func note(_ report: WorkerReport) { state.withLock { $0.reports.append(report) } }

    func runs(_ text: String) -> Int { state.withLock { $0.runs[text] ?? 0 } }
    func mostAtOnce(_ text: String) -> Int { state.withLock { $0.mostAtOnce[text] ?? 0 } }
    var total: Int { state.withLock { $0.runs.values.reduce(0, +) } }
    var ended: Int {
        state.withLock { $0.reports.count { if case .finished = $0 { true } else { false } } }
    }
    var hasLostLease: Bool {
        state.withLock { $0.reports.contains { if case .leaseLost = $0 { true } else { false } } }
    }
}

/// Holds every task that enters until it is opened or the task is cancelled.
final class Barrier: Sendable {
    private let open = Mutex(false)

    func pass(on loop: EventLoop) async throws {
        while !open.withLock({ $0 }) {
            try Task.checkCancellation()
            await loop.sleep(for: .milliseconds(2))
        }
    }
    func release() { open.withLock { $0 = true } }
}

struct Refusal: Error {}
