import TestSeeds
import Testing

@testable import Jobs

/// Workers over one queue in virtual time: two minutes of trouble, then calm in which everything must end.
final class SimulatedQueue {
    /// What becomes of a request; times are from its start.
    struct Fate {
        var isApplied = true
        var applied: Int64
        var isAnswered = true
        var answered: Int64
    }

    /// What a run does.
    struct Plan {
        var time: Int64
        var error: (any Error)?
        var heedsCancellation = true
    }

    static let trouble: Int64 = 120_000
    static let end: Int64 = 3_600_000

    let seed: UInt64
    let time = VirtualTime()
    var random: SeededNumbers
    var queue = QueueModel()
    private var workers: [SimulatedWorker] = []
    private var begun: [Int64: [(worker: SimulatedWorker, key: RunKey)]] = [:]
    private var left = 40

    let policies: [String: JobPolicy] = [
        "high": policy(.high), "normal": policy(.normal), "low": policy(.low), "limited": policy(.normal, 1),
    ]

    private static func policy(_ priority: JobPolicy.Priority, _ concurrency: Int? = nil) -> JobPolicy {
        JobPolicy(
            maximumAttempts: 6,
            backoff: Backoff(first: .seconds(1), limit: .seconds(20)),
            timeLimit: .seconds(8),
            concurrency: concurrency,
            priority: priority
        )
    }

    init(seed: UInt64) {
        self.seed = seed
        random = SeededNumbers(seed: seed)
    }

    private var isCalm: Bool { time.now > Self.trouble }

    private func milliseconds(_ range: ClosedRange<Int>) -> Int64 {
        Int64(range.lowerBound + random.next(below: range.count))
    }

    func record(_ text: String) { Issue.record("seed \(seed), at \(time.now) ms: \(text)") }

    // MARK: What happens

    func run() {
        hire()
        hire()
        time.after(0) { [self] in enqueue() }
        time.after(milliseconds(1_000...10_000)) { [self] in disturb() }
        time.run(until: Self.end) { [self] in left == 0 && queue.jobs.isEmpty && isCalm }
        for (id, job) in queue.jobs { record("job \(id) never ended: \(job)") }
        for (id, count) in queue.effects where count != 1 { record("job \(id) took effect \(count) times") }
        for (id, (row, error)) in queue.dead {
            if queue.effects[id] != nil { record("job \(id) took effect and is dead") }
            let isUsedUp = row.attempt >= row.maximumAttempts || row.deaths >= 2 || error == "useless"
            if !isUsedUp { record("job \(id) is dead too early: \(row)") }
        }
    }

    private func hire() {
        var settings = Worker.Settings()
        settings.maximumRunning = 8
        settings.batch = 8
        settings.grace = .seconds(5)
        let offset = milliseconds(0...2_000_000_000) - 1_000_000_000
        workers.append(SimulatedWorker(self, settings, offset: offset))
    }

    private func enqueue() {
        guard left > 0 else { return }
        left -= 1
        let tenant = Int64(1 + random.next(below: 3))
        let kind = random.pick(["high", "normal", "low", "limited"])
        queue.enqueue(kind, tenant: tenant, attempts: 6, at: time.now)
        // Notifications may be lost.
        for worker in workers where !random.chance(4) { worker.note(tenant) }
        time.after(random.chance(3) ? 0 : milliseconds(1...6_000)) { [self] in enqueue() }
    }

    private func disturb() {
        workers.removeAll { $0.isGone }
        guard !isCalm else {
            // Those that are left may be stopping.
            hire()
            return
        }
        let worker = workers.isEmpty ? nil : random.pick(workers)
        switch random.next(below: 4) {
        case 0:
            worker?.kill()
        case 1: worker?.stop()
        default: worker?.frozenUntil = time.now + milliseconds(100...70_000)
        }
        if workers.count < 3, !random.chance(3) { hire() }
        time.after(milliseconds(500...12_000)) { [self] in disturb() }
    }

    func fate() -> Fate {
        let (applied, answered) = (milliseconds(1...10), milliseconds(1...10))
        var fate = Fate(applied: applied, answered: applied + answered)
        guard !isCalm, random.chance(15) else { return fate }
        switch random.next(below: 4) {
        case 0:
            fate.isApplied = false
            fate.isAnswered = false
        case 1: fate.isAnswered = false
        case 2:
            // The network holds it back, and the worker gives up.
            fate.applied = milliseconds(100...70_000)
            fate.isAnswered = false
            fate.answered = milliseconds(100...5_000)
        default:
            fate.applied = milliseconds(100...40_000)
            fate.answered = fate.applied + answered
        }
        return fate
    }

    func plan() -> Plan {
        guard !isCalm else { return Plan(time: milliseconds(1...500)) }
        switch random.next(below: 12) {
        case 0: return Plan(time: 50, error: Refusal())
        case 1: return Plan(time: 50, error: JobOutcome.snooze(.seconds(3)))
        case 2: return Plan(time: 50, error: random.chance(8) ? JobOutcome.discard("useless") : Refusal())
        case 3: return Plan(time: milliseconds(5_000...60_000))
        case 4: return Plan(time: milliseconds(5_000...60_000), heedsCancellation: false)
        default: return Plan(time: milliseconds(1...3_000))
        }
    }

    // MARK: What must hold

    /// A worker knows that its lease has expired before the database says so.
    func checkLeases(_ expired: [Int64]) {
        for worker in workers where expired.contains(worker.lease.id) && !worker.isGone {
            if !worker.lease.isExpired(at: worker.now) {
                record("worker \(worker.lease.id) believes in a lease that has expired")
            }
        }
    }

    /// No other worker with a lease runs the job, and no more of a kind run than may.
    func check(_ job: ClaimedJob, startedBy worker: SimulatedWorker) {
        for (other, key) in begun[job.key.jobID] ?? [] where other !== worker && !other.isGone {
            guard other.holds(key), worker.holds(job.key), other.runs.isOpen(key) else { continue }
            if !queue.givenBackTwice.contains(key.jobID) { record("job \(key.jobID) runs in two workers") }
        }
        begun[job.key.jobID, default: []].append((worker, job.key))
        if worker.runs.count >= worker.settings.maximumRunning { record("too many runs") }
        if let limit = policies[job.kind]?.concurrency, worker.runs.count(of: job.kind) >= limit {
            record("too many runs of \(job.kind)")
        }
    }
}
