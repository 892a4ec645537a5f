internal import Database
internal import Reactor

/// What cancels a run, and knows whether its completion is committed.
protocol RunHandle: Sendable {
    var isCompleted: Bool { get }
    func cancel()
}

/// The runs of a worker, their time limits, and how they ended. Pure; the worker says what time it is.
struct WorkerRuns<Handle: RunHandle>: Sendable {
    private struct Entry {
        let job: ClaimedJob
        let policy: JobPolicy
        let handle: Handle
        let startedAt: Instant
        let deadline: Instant
        var isCancelled = false
        var isTimedOut = false
        /// Its result is recorded but not written yet.
        var isSettled = false
    }

    /// How long a run may ignore its cancellation after its time limit.
    static var patience: Duration { .seconds(10) }
    /// The same after the end of a worker's grace period.
    static var patienceOfStop: Duration { .seconds(2) }

    private var entries: [RunKey: Entry] = [:]
    private var counts: [String: Int] = [:]
    /// What the next round trip writes.
    private var outcomes = RunOutcomes()

    var count: Int { entries.count }
    var hasOutcomes: Bool { !outcomes.isEmpty }
    var isEmpty: Bool { entries.isEmpty && outcomes.isEmpty }

    func count(of kind: String) -> Int { counts[kind] ?? 0 }
    func has(_ key: RunKey) -> Bool { entries[key] != nil }

    /// Whether it has not ended.
    func isOpen(_ key: RunKey) -> Bool { entries[key]?.isSettled == false }

    /// Whether it began less than `time` ago and has not ended.
    func isYoung(_ key: RunKey, under time: Duration, at now: Instant) -> Bool {
        guard let entry = entries[key], !entry.isSettled else { return false }
        return now - entry.startedAt < time
    }

    mutating func start(_ job: ClaimedJob, _ policy: JobPolicy, _ handle: Handle, at now: Instant) {
        entries[job.key] = Entry(
            job: job,
            policy: policy,
            handle: handle,
            startedAt: now,
            deadline: now + policy.timeLimit
        )
        counts[job.kind, default: 0] += 1
    }

    // MARK: Ends

    /// Records how an open run ended. Returns nothing if the worker's stop ended it.
    mutating func end(
        _ key: RunKey,
        _ error: (any Error)?,
        isStopping: Bool,
        at now: Instant,
        using generator: inout some RandomNumberGenerator
    ) -> WorkerReport? {
        guard let entry = entries[key], !entry.isSettled else { return nil }
        return settle(key, entry, error, isStopping: isStopping, at: now, using: &generator)
    }

    private mutating func settle(
        _ key: RunKey,
        _ entry: Entry,
        _ error: (any Error)?,
        isStopping: Bool,
        at now: Instant,
        using generator: inout some RandomNumberGenerator
    ) -> WorkerReport? {
        entries[key]?.isSettled = true
        let result: WorkerReport.Result
        var cause = error
        if entry.handle.isCompleted {
            // Its effect and its completion are committed; a later error changes nothing.
            remove(key)
            result = .completed
        } else if let error {
            if entry.isTimedOut {
                cause = JobError.timeLimitExceeded(entry.policy.timeLimit)
            } else if isStopping, entry.isCancelled {
                giveBack(key)
                return nil
            }
            let deaths = outcomes.dead.count
            outcomes.fail(entry.job, cause ?? error, policy: entry.policy, using: &generator)
            result = outcomes.dead.count > deaths ? .dead : error is JobOutcome ? .returned : .failed
        } else {
            outcomes.finished.append(key)
            result = .completed
        }
        return .finished(
            kind: entry.job.kind,
            tenantID: key.tenantID,
            jobID: key.jobID,
            attempt: key.attempt,
            result,
            duration: now - entry.startedAt,
            error: cause.map { "\($0)" }
        )
    }

    /// Makes a run available again without using up an attempt.
    mutating func giveBack(_ key: RunKey) {
        outcomes.returned.append(
            RunOutcomes.ReturnedRun(key: key, delay: 0, refundsAttempt: true, error: nil)
        )
    }

    private mutating func remove(_ key: RunKey) {
        guard let gone = entries.removeValue(forKey: key) else { return }
        counts[gone.job.kind, default: 1] -= 1
    }

    // MARK: Writing

    /// What is to be written, in the order of locking.
    mutating func takeOutcomes() -> RunOutcomes {
        defer { outcomes = RunOutcomes() }
        outcomes.sort()
        return outcomes
    }

    /// They were written.
    mutating func forget(_ written: RunOutcomes) {
        for key in written.keys { remove(key) }
    }

    /// They may not have been written.
    mutating func putBack(_ unwritten: RunOutcomes) {
        outcomes.finished += unwritten.finished
        outcomes.returned += unwritten.returned
        outcomes.dead += unwritten.dead
    }

    // MARK: Limits

    private mutating func cancel(_ key: RunKey, _ entry: Entry) {
        entries[key]?.isCancelled = true
        entry.handle.cancel()
    }

    mutating func cancelAll() {
        for (key, entry) in entries { cancel(key, entry) }
    }

    /// Cancels runs that exceed their time. A run that does not react is given up, and its late effect is refused.
    mutating func enforceLimits(
        at now: Instant,
        isStopping: Bool,
        using generator: inout some RandomNumberGenerator
    ) -> [WorkerReport] {
        var reports: [WorkerReport] = []
        for (key, entry) in entries where !entry.isSettled && entry.deadline < now {
            if !entry.isTimedOut {
                entries[key]?.isTimedOut = true
                cancel(key, entry)
            } else if entry.deadline + Self.patience < now {
                let report = settle(
                    key,
                    entry,
                    JobError.leaseLost,
                    isStopping: isStopping,
                    at: now,
                    using: &generator
                )
                if let report { reports.append(report) }
            }
        }
        return reports
    }

    /// Cancels what still runs at the end of the grace period, and then gives back what does not react.
    mutating func endGrace(_ stopDeadline: Instant, at now: Instant) {
        for (key, entry) in entries where !entry.isSettled {
            if !entry.isCancelled {
                cancel(key, entry)
            } else if stopDeadline + Self.patienceOfStop < now {
                entries[key]?.isSettled = true
                giveBack(key)
            }
        }
    }
}
