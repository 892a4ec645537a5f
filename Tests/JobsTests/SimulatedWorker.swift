import Reactor
import TestSeeds

@testable import Jobs

/// A run that the simulation ends.
final class SimulatedRun: RunHandle, @unchecked Sendable {
    // Touched on the simulation's thread alone.
    var isCompleted = false
    var isCancelled = false
    var whenCancelled: (() -> Void)?

    func cancel() {
        isCancelled = true
        whenCancelled?()
    }
}

/// The rounds of `Worker` in virtual time: its lease, its lanes, its runs and their outcomes are the real ones. The
/// requests go to a model of the queue and may be slow or lost.
final class SimulatedWorker {
    let world: SimulatedQueue
    let settings: Worker.Settings
    /// How far its clock is from the database's.
    private let offset: Int64
    private(set) var lease: WorkerLease
    private var lanes = Lanes()
    private(set) var runs = WorkerRuns<SimulatedRun>()
    private var suspect: RunKey?
    private var sweepAt: Instant
    private var discoverAt: Instant
    private var suspectAt: Instant
    private var reconcileAt = Instant.distantFuture
    private var stopDeadline: Instant?
    /// It is stopped until then, like a process by SIGSTOP.
    var frozenUntil: Int64 = 0
    private(set) var isGone = false

    init(_ world: SimulatedQueue, _ settings: Worker.Settings, offset: Int64) {
        self.world = world
        self.settings = settings
        self.offset = offset
        let now = Instant(nanoseconds: (world.time.now + offset) * 1_000_000)
        lease = WorkerLease(length: settings.lease, at: now)
        (sweepAt, discoverAt, suspectAt) = (now, now, now)
        round()
    }

    var now: Instant { Instant(nanoseconds: (world.time.now + offset) * 1_000_000) }

    /// Whether a run is of the lease that it believes to hold.
    func holds(_ key: RunKey) -> Bool { key.workerID == lease.id && !lease.isExpired(at: now) }

    func kill() { isGone = true }
    /// A notification came.
    func note(_ tenant: Int64) {
        for kind in world.policies.keys.sorted() { lanes.note(Lane(tenantID: tenant, kind: kind)) }
    }

    func stop() { stopDeadline = stopDeadline ?? now + settings.grace }

    /// Runs `body` later, not while it is frozen, and never after its end.
    func after(_ delay: Int64, _ body: @escaping () -> Void) {
        world.time.after(delay) { [self] in
            if isGone { return }
            if world.time.now < frozenUntil { return after(frozenUntil - world.time.now, body) }
            body()
        }
    }

    /// One request to the database and its answer: `nil` if it was lost.
    func request<Answer>(
        _ apply: @escaping (inout QueueModel) -> Answer,
        _ then: @escaping (Answer?) -> Void
    ) {
        let fate = world.fate()
        let known = Answered<Answer>()
        if fate.isApplied {
            world.time.after(fate.applied) { [world] in known.answer = apply(&world.queue) }
        }
        after(fate.answered) { then(fate.isAnswered ? known.answer : nil) }
    }

    // MARK: A round

    private func round() {
        if let stopDeadline, runs.isEmpty || stopDeadline + .seconds(10) < now { return leave() }
        _ = runs.enforceLimits(at: now, isStopping: stopDeadline != nil, using: &world.random)
        if let stopDeadline, stopDeadline < now { runs.endGrace(stopDeadline, at: now) }
        if lease.isExpired(at: now) { loseLease() }
        renew()
    }

    private func failed() {
        reconcileAt = now
        after(500) { [self] in round() }
    }

    private func leave() { isGone = true }

    private func loseLease() {
        runs.cancelAll()
        lease.lose(at: now)
    }

    private func renew() {
        guard lease.renewAt <= now else { return reconcile() }
        let (began, length) = (now, lease.length.milliseconds)
        guard lease.id != 0 else { return register(askedAt: began) }
        let (time, id) = (world.time, lease.id)
        request({ $0.renew(id, length, at: time.now) }) { [self] isRenewed in
            guard let isRenewed else { return failed() }
            guard isRenewed else {
                loseLease()
                return register(askedAt: began)
            }
            lease.hold(id, askedAt: began)
            reconcile()
        }
    }

    private func register(askedAt began: Instant) {
        guard stopDeadline == nil else { return reconcile() }
        let (time, length) = (world.time, lease.length.milliseconds)
        request({ $0.register(length, at: time.now) }) { [self] id in
            guard let id else { return failed() }
            reconcileAt = began + .seconds(10)
            lease.hold(id, askedAt: began)
            reconcile()
        }
    }

    private func reconcile() {
        guard reconcileAt <= now, lease.id != 0 else { return sweep() }
        let id = lease.id
        request({ $0.runs(of: id) }) { [self] keys in
            guard let keys else { return failed() }
            for key in keys where !runs.has(key) { runs.giveBack(key) }
            reconcileAt = now + .seconds(10)
            sweep()
        }
    }

    private func sweep() {
        guard sweepAt <= now, stopDeadline == nil else { return discover() }
        let id = lease.id
        request({ [world] queue in
            world.checkLeases(queue.expired(but: id, at: world.time.now))
            let count = queue.sweep(by: id, at: world.time.now)
            queue.forget(but: id, at: world.time.now)
            return count
        }) { [self] count in
            guard let count else { return failed() }
            if count > 0 { suspectAt = now }
            sweepAt = now + settings.lease / 6
            discover()
        }
    }

    private func discover() {
        guard discoverAt <= now, stopDeadline == nil else { return claimSuspect() }
        let time = world.time
        request({ $0.discover(at: time.now) }) { [self] found in
            guard let found else { return failed() }
            for due in found { lanes.discover(due.lane, runAt: due.runAt) }
            discoverAt = now + settings.poll
            claimSuspect()
        }
    }

    private func claimSuspect() {
        guard suspectAt <= now, stopDeadline == nil else { return exchange() }
        suspectAt = now + settings.poll
        if let suspect, runs.isYoung(suspect, under: settings.probation, at: now) { return exchange() }
        guard runs.count < settings.maximumRunning else { return exchange() }
        let (time, id) = (world.time, lease.id)
        let kinds = world.policies.keys.sorted().filter { spare($0) > 0 }
        request({ $0.claimSuspect(kinds, by: id, at: time.now) }) { [self] job in
            guard let job else { return failed() }
            if let job {
                suspect = job.key
                start(job)
            }
            exchange()
        }
    }

    private func exchange() {
        let room = settings.maximumRunning - runs.count
        var shares: [Lanes.Share] = []
        if stopDeadline == nil && room >= max(1, min(settings.batch, settings.maximumRunning) / 4) {
            shares = lanes.plan(
                limit: min(settings.batch, room),
                weight: { world.policies[$0]?.priority.rawValue ?? 1 },
                spare: { spare($0) }
            )
        }
        guard !shares.isEmpty || runs.hasOutcomes else {
            return after(stopDeadline == nil ? settings.poll.milliseconds : 100) { [self] in round() }
        }
        let sending = runs.takeOutcomes()
        let (time, id) = (world.time, lease.id)
        let claimed = shares
        request({ queue in
            queue.write(sending, at: time.now)
            return queue.claim(claimed, by: id, limit: room, at: time.now)
        }) { [self] jobs in
            guard let jobs else {
                for share in claimed { lanes.note(share.lane) }
                runs.putBack(sending)
                return failed()
            }
            runs.forget(sending)
            for share in claimed {
                let mine = jobs.filter { Lane(tenantID: $0.key.tenantID, kind: $0.kind) == share.lane }
                lanes.claimed(share, count: mine.count, last: mine.map(\.runAt).max())
            }
            for job in jobs { start(job) }
            after(0) { [self] in round() }
        }
    }

    private func spare(_ kind: String) -> Int {
        guard let limit = world.policies[kind]?.concurrency else { return settings.maximumRunning }
        return max(0, limit - runs.count(of: kind))
    }

    // MARK: Runs

    private func start(_ job: ClaimedJob) {
        guard let policy = world.policies[job.kind] else { return }
        world.check(job, startedBy: self)
        let run = SimulatedRun()
        runs.start(job, policy, run, at: now)
        let plan = world.plan()
        if plan.heedsCancellation {
            run.whenCancelled = { [self] in after(1) { [self] in ended(job.key, CancellationError()) } }
        }
        after(plan.time) { [self] in
            if let error = plan.error { return ended(job.key, error) }
            request({ (queue) -> Bool in queue.complete(job.key) }) { [self] isDone in
                run.isCompleted = isDone ?? false
                // As in `JobRun`: without an answer the run fails, whatever was committed.
                ended(job.key, isDone.map { $0 ? nil : JobError.leaseLost } ?? Refusal())
            }
        }
    }

    private func ended(_ key: RunKey, _ error: (any Error)?) {
        guard runs.isOpen(key) else { return }
        let isStopping = stopDeadline != nil
        _ = runs.end(key, error, isStopping: isStopping, at: now, using: &world.random)
        if key == suspect { suspectAt = now }
    }
}

/// What the database did with a request, for when the answer arrives.
private final class Answered<Answer> { var answer: Answer? }
