@testable import Jobs

/// The queue's tables in memory, with the meaning of the statements of `JobStore` and `WorkerStore`. Times are
/// milliseconds of the database's clock.
struct QueueModel {
    struct Row {
        let tenantID: Int64
        let kind: String
        let maximumAttempts: Int
        var runAt: Int64
        var attempt = 0
        var deaths = 0
        /// `nil` while it waits.
        var worker: Int64?
    }
    struct WorkerRow {
        let startedAt: Int64
        var leasedUntil: Int64
    }

    private(set) var jobs: [Int64: Row] = [:]
    private(set) var workers: [Int64: WorkerRow] = [:]
    private(set) var dead: [Int64: (row: Row, error: String)] = [:]
    /// How often the effect of each job was committed.
    private(set) var effects: [Int64: Int] = [:]
    private var refunded: Set<RunKey> = []
    /// Jobs that were given back twice under one key. A run that costs no attempt has the key of the one before, if its worker
    /// claims it again. A request from then that arrives late gives it back while it runs.
    private(set) var givenBackTwice: Set<Int64> = []
    private var lastJob: Int64 = 0
    private var lastWorker: Int64 = 0

    mutating func enqueue(_ kind: String, tenant: Int64, attempts: Int, at now: Int64) {
        lastJob += 1
        jobs[lastJob] = Row(tenantID: tenant, kind: kind, maximumAttempts: attempts, runAt: now)
    }

    // MARK: Workers

    mutating func register(_ length: Int64, at now: Int64) -> Int64 {
        lastWorker += 1
        workers[lastWorker] = WorkerRow(startedAt: now, leasedUntil: now + length)
        return lastWorker
    }

    mutating func renew(_ id: Int64, _ length: Int64, at now: Int64) -> Bool {
        guard let row = workers[id], row.leasedUntil > now else { return false }
        workers[id]?.leasedUntil = now + length
        return true
    }

    func expired(for time: Int64 = 0, but own: Int64, at now: Int64) -> [Int64] {
        workers.filter { $0.value.leasedUntil < now - time && $0.key != own }.keys.sorted()
    }

    mutating func sweep(by own: Int64, at now: Int64) -> Int {
        let gone = expired(but: own, at: now)
        var count = 0
        for (id, job) in jobs {
            guard let worker = job.worker, gone.contains(worker) else { continue }
            count += 1
            let isDeath = workers[worker]?.leasedUntil ?? .min > workers[own]?.startedAt ?? .max
            jobs[id]?.deaths += isDeath ? 1 : 0
            jobs[id]?.worker = nil
            jobs[id]?.runAt = now
            let deaths = job.deaths + (isDeath ? 1 : 0)
            if job.attempt >= job.maximumAttempts || deaths >= 2 { bury(id, "the worker died") }
        }
        return count
    }

    mutating func forget(but own: Int64, at now: Int64) {
        let busy = Set(jobs.values.compactMap(\.worker))
        for id in expired(for: 86_400_000, but: own, at: now) where !busy.contains(id) { workers[id] = nil }
    }

    func runs(of worker: Int64) -> [RunKey] {
        jobs.filter { $0.value.worker == worker }.map { key($0.key, $0.value) }.sorted()
    }

    // MARK: Claims

    func discover(at now: Int64) -> [(lane: Lane, runAt: Int64)] {
        var earliest: [Lane: Int64] = [:]
        for job in jobs.values where job.worker == nil && job.runAt <= now {
            let lane = Lane(tenantID: job.tenantID, kind: job.kind)
            earliest[lane] = min(earliest[lane] ?? .max, job.runAt)
        }
        return earliest.map { ($0.key, $0.value) }
            .sorted { ($0.lane.tenantID, $0.lane.kind) < ($1.lane.tenantID, $1.lane.kind) }
    }

    mutating func claim(_ shares: [Lanes.Share], by worker: Int64, limit: Int, at now: Int64) -> [ClaimedJob]
    {
        var picked: [Int64] = []
        for share in shares {
            picked += waiting(at: now) {
                Lane(tenantID: $0.tenantID, kind: $0.kind) == share.lane && $0.runAt >= share.floor
                    && $0.deaths == 0
            }
            .prefix(min(share.count, limit - picked.count))
        }
        return picked.compactMap { begin($0, by: worker) }
    }

    mutating func claimSuspect(_ kinds: [String], by worker: Int64, at now: Int64) -> ClaimedJob? {
        waiting(at: now) { $0.deaths > 0 && kinds.contains($0.kind) }.first.flatMap { begin($0, by: worker) }
    }

    private func waiting(at now: Int64, _ fits: (Row) -> Bool) -> [Int64] {
        jobs.filter { $0.value.worker == nil && $0.value.runAt <= now && fits($0.value) }
            .sorted { ($0.value.runAt, $0.key) < ($1.value.runAt, $1.key) }.map(\.key)
    }

    private mutating func begin(_ id: Int64, by worker: Int64) -> ClaimedJob? {
        jobs[id]?.worker = worker
        jobs[id]?.attempt += 1
        return jobs[id].map { job in
            ClaimedJob(
                key: key(id, job),
                kind: job.kind,
                maximumAttempts: job.maximumAttempts,
                runAt: job.runAt,
                payload: []
            )
        }
    }

    private func key(_ id: Int64, _ job: Row) -> RunKey {
        RunKey(tenantID: job.tenantID, jobID: id, attempt: job.attempt, workerID: job.worker ?? 0)
    }

    // MARK: Ends

    /// Whether the job still belongs to this run: the fence of every statement that ends one.
    private func isOf(_ run: RunKey) -> Bool {
        guard let job = jobs[run.jobID] else { return false }
        return job.attempt == run.attempt && job.worker == run.workerID
    }

    /// Commits the effect with the completion.
    mutating func complete(_ run: RunKey) -> Bool {
        guard isOf(run) else { return false }
        effects[run.jobID, default: 0] += 1
        jobs[run.jobID] = nil
        return true
    }

    mutating func write(_ outcomes: RunOutcomes, at now: Int64) {
        for run in outcomes.finished where isOf(run) { jobs[run.jobID] = nil }
        for run in outcomes.returned where isOf(run.key) {
            if run.refundsAttempt, !refunded.insert(run.key).inserted { givenBackTwice.insert(run.key.jobID) }
            jobs[run.key.jobID]?.worker = nil
            jobs[run.key.jobID]?.attempt -= run.refundsAttempt ? 1 : 0
            jobs[run.key.jobID]?.deaths = 0
            jobs[run.key.jobID]?.runAt = now + run.delay
        }
        for run in outcomes.dead where isOf(run.key) { bury(run.key.jobID, run.error) }
    }

    private mutating func bury(_ id: Int64, _ error: String) {
        if let row = jobs.removeValue(forKey: id) { dead[id] = (row, error) }
    }
}
