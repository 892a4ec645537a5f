internal import Database
internal import Reactor

extension Worker {
    /// Records finished runs and claims new ones by the plan, in one round trip and one transaction.
    func exchange(_ shares: [Lanes.Share], limit: Int) async throws(DatabaseError) {
        var sending = outcomes
        sending.sort()
        outcomes = RunOutcomes()
        var queries = [JobStore.settings().query] + Self.queries(of: sending)
        if !shares.isEmpty { queries.append(JobStore.claim(shares, worker: id, limit: limit).query) }
        do {
            let results = try await pool.write(queries)
            forget(sending)
            if !shares.isEmpty, let rows = results.last {
                pulse.beat()
                try start(Rows<ClaimedJob>(rows), shares)
            }
        } catch {
            for share in shares { lanes.note(share.lane) }
            if case .statement = error, !sending.isEmpty {
                try await settleSingly(sending)
            } else {
                outcomes.finished += sending.finished
                outcomes.returned += sending.returned
                outcomes.dead += sending.dead
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
            forget(single)
        }
    }

    private func forget(_ outcomes: RunOutcomes) {
        for key in outcomes.keys { remove(key) }
    }

    private func remove(_ key: RunKey) {
        guard let gone = running.removeValue(forKey: key) else { return }
        runningByKind[gone.job.kind, default: 1] -= 1
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
        let deadline = now + handler.policy.timeLimit
        running[job.key] = Running(job: job, run: run, task: task, startedAt: now, deadline: deadline)
        runningByKind[job.kind, default: 0] += 1
    }

    private func ended(_ key: RunKey, _ error: (any Error)?) {
        // Absent if it was given up before: over its time limit and not reacting to cancellation.
        guard let entry = running[key], !entry.isSettled else { return }
        settle(key, entry, error)
        if key == suspect { chores.suspectAt = .now }
        wake()
    }

    /// Records how a run ended; the next round trip writes it.
    private func settle(_ key: RunKey, _ entry: Running, _ error: (any Error)?) {
        running[key]?.isSettled = true
        let result: WorkerReport.Result
        var cause = error
        if entry.run.isCompleted {
            // Its effect and its completion are committed; a later error changes nothing.
            remove(key)
            result = .completed
        } else if let error {
            if entry.isTimedOut {
                cause = JobError.timeLimitExceeded(
                    registry.handlers[entry.job.kind]?.policy.timeLimit ?? .zero
                )
            } else if stopDeadline != nil, entry.task.isCancelled {
                return giveBack(key)
            }
            let deaths = outcomes.dead.count
            outcomes.fail(
                entry.job,
                cause ?? error,
                policy: registry.handlers[entry.job.kind]?.policy ?? .standard,
                using: &generator
            )
            result = outcomes.dead.count > deaths ? .dead : error is JobOutcome ? .returned : .failed
        } else {
            outcomes.finished.append(key)
            result = .completed
        }
        report(
            .finished(
                kind: entry.job.kind,
                tenantID: key.tenantID,
                jobID: key.jobID,
                attempt: key.attempt,
                result,
                duration: .now - entry.startedAt,
                error: cause.map { "\($0)" }
            )
        )
    }

    private func giveBack(_ key: RunKey) {
        outcomes.returned.append(
            RunOutcomes.ReturnedRun(key: key, delay: 0, refundsAttempt: true, error: nil)
        )
    }

    // MARK: Limits and the end

    /// Cancels runs that exceed their time. A run that does not react within 10 s is given up, and its late effect is
    /// refused.
    func enforceLimits() {
        let now = Instant.now
        for (key, entry) in running where !entry.isSettled && entry.deadline < now {
            if !entry.isTimedOut {
                running[key]?.isTimedOut = true
                entry.task.cancel()
            } else if entry.deadline + .seconds(10) < now {
                settle(key, entry, JobError.leaseLost)
            }
        }
        guard let stopDeadline, stopDeadline < now else { return }
        for (key, entry) in running where !entry.isSettled {
            if !entry.task.isCancelled {
                entry.task.cancel()
            } else if stopDeadline + .seconds(2) < now {
                running[key]?.isSettled = true
                giveBack(key)
            }
        }
    }

    /// True once stopped and without runs; then the worker's row is deleted too.
    func isDone() async -> Bool {
        guard let stopDeadline else { return false }
        let isLate = stopDeadline + .seconds(10) < .now
        guard (running.isEmpty && outcomes.isEmpty) || isLate else { return false }
        guard id != 0 else { return true }
        do {
            _ = try await pool.write([WorkerStore.leave(.integer(id))])
        } catch {
            // The lease expires.
            report(.failed(what: "leave", error))
        }
        return true
    }
}
