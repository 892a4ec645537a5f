internal import Database
internal import Reactor

extension Worker {
    /// Records finished runs and claims new ones by the plan, in one round trip and one transaction.
    func exchange(_ shares: [Lanes.Share], limit: Int) async throws(DatabaseError) {
        let sending = runs.takeOutcomes()
        var queries = [JobStore.settings().query] + Self.queries(of: sending)
        if !shares.isEmpty { queries.append(JobStore.claim(shares, worker: lease.id, limit: limit).query) }
        do {
            let results = try await pool.write(queries)
            runs.forget(sending)
            if !shares.isEmpty, let rows = results.last {
                pulse.beat()
                try start(Rows<ClaimedJob>(rows), shares)
            }
        } catch {
            for share in shares { lanes.note(share.lane) }
            if case .statement = error, !sending.isEmpty {
                try await settleSingly(sending)
            } else {
                runs.putBack(sending)
            }
            throw error
        }
    }

    private static func queries(of outcomes: RunOutcomes) -> [Query] {
        var queries: [Query] = []
        if !outcomes.finished.isEmpty { queries.append(JobStore.finish(outcomes.finished)) }
        if !outcomes.returned.isEmpty { queries.append(JobStore.giveBack(outcomes.returned)) }
        if !outcomes.dead.isEmpty { queries.append(JobStore.recordDead(outcomes.dead)) }
        return queries
    }

    /// One of them is refused, for example two with the same key, and must not block the others. Runs that are
    /// refused individually stay under this worker's lease and are found again by `reconcile`.
    private func settleSingly(_ outcomes: RunOutcomes) async throws(DatabaseError) {
        for single in outcomes.single {
            do {
                _ = try await pool.write([JobStore.settings().query] + Self.queries(of: single))
            } catch .statement(let failure) {
                report(.failed(what: "settle", .statement(failure)))
            }
            runs.forget(single)
        }
    }

    private func start(_ rows: Rows<ClaimedJob>, _ shares: [Lanes.Share]) throws(DatabaseError) {
        var counts: [Lane: Int] = [:]
        var last: [Lane: Int64] = [:]
        for job in try rows.all {
            let lane = Lane(tenantID: job.key.tenantID, kind: job.kind)
            counts[lane, default: 0] += 1
            last[lane] = max(last[lane] ?? 0, job.runAt)
            start(job)
        }
        for share in shares { lanes.claimed(share, count: counts[share.lane] ?? 0, last: last[share.lane]) }
    }

    func start(_ job: ClaimedJob) {
        guard let handler = registry.handlers[job.kind] else { return }
        let run = JobRun(job.key, pool: pool)
        let now = Instant.now
        // Owned by `running`, which waits for it or cancels it.
        let task = Task(executorPreference: loop) { [weak self] in
            do {
                try await handler.run(job, run)
                await self?.ended(job.key, nil)
            } catch {
                await self?.ended(job.key, error)
            }
        }
        runs.start(job, handler.policy, TaskOfRun(run: run, task: task), at: now)
    }

    private func ended(_ key: RunKey, _ error: (any Error)?) {
        // It was given up before if it was over its time limit and did not react to cancellation.
        guard runs.isOpen(key) else { return }
        let end = runs.end(key, error, isStopping: stopDeadline != nil, at: .now, using: &generator)
        if let end { report(end) }
        if key == suspect { chores.suspectAt = .now }
        wake()
    }

    // MARK: Limits and the end

    func enforceLimits() {
        let now = Instant.now
        for late in runs.enforceLimits(at: now, isStopping: stopDeadline != nil, using: &generator) {
            report(late)
        }
        if let stopDeadline, stopDeadline < now { runs.endGrace(stopDeadline, at: now) }
    }

    /// True once stopped and without runs; then the worker's row is deleted too.
    func isDone() async -> Bool {
        guard let stopDeadline else { return false }
        let isLate = stopDeadline + .seconds(10) < .now
        guard runs.isEmpty || isLate else { return false }
        guard lease.id != 0 else { return true }
        do {
            _ = try await pool.write([WorkerStore.leave(.integer(lease.id))])
        } catch {
            // The lease expires.
            report(.failed(what: "leave", error))
        }
        return true
    }
}

/// A run and the task that executes it.
struct TaskOfRun: RunHandle {
    let run: JobRun
    let task: Task<Void, Never>

    var isCompleted: Bool { run.isCompleted }
    func cancel() { task.cancel() }
}
