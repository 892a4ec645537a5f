internal import Database
internal import Reactor

extension Worker {
    /// When each maintenance task is next due.
    struct MaintenanceTimes {
        var sweepAt = Instant.now
        var discoverAt = Instant.now
        var suspectAt = Instant.now
        var reconcileAt = Instant.distantFuture
    }

    func doMaintenance() async throws(DatabaseError) {
        if lease.isExpired(at: .now) { loseLease() }
        if lease.renewAt <= .now { try await renew() }
        if chores.reconcileAt <= .now { try await reconcile() }
        guard stopDeadline == nil else { return }
        if chores.sweepAt <= .now { try await sweep() }
        if chores.discoverAt <= .now { try await discover() }
        if chores.suspectAt <= .now { try await claimSuspect() }
    }

    private func renew() async throws(DatabaseError) {
        let began = Instant.now
        let length = Parameter.integer(lease.length.milliseconds)
        var id = lease.id
        if id != 0, try await pool.write(WorkerStore.renew(.integer(id), length)).isEmpty {
            loseLease()
            id = 0
        }
        if id == 0 {
            guard stopDeadline == nil else { return }
            id = try await pool.write(WorkerStore.register(.text(settings.name), length)).first ?? 0
            report(.registered(workerID: id))
            chores.reconcileAt = began + .seconds(10)
        }
        lease.hold(id, askedAt: began)
    }

    /// Others may have the jobs by now. Runs that are still active here are cancelled, and the old id keeps them from
    /// completing.
    private func loseLease() {
        report(.leaseLost(runs: runs.count))
        runs.cancelAll()
        lease.lose(at: .now)
    }

    /// Releases jobs that the database assigns to this worker but this worker does not know: claims whose answer was
    /// lost with the connection.
    private func reconcile() async throws(DatabaseError) {
        guard lease.id != 0 else { return }
        for key in try await pool.write(WorkerStore.runs(.integer(lease.id))).all where !runs.has(key) {
            runs.giveBack(key)
        }
        chores.reconcileAt = .now + .seconds(10)
    }

    /// A statement and not a job, because a stuck queue could not run its own rescue.
    private func sweep() async throws(DatabaseError) {
        let (_, rows) = try await pool.write(JobStore.settings(), WorkerStore.sweep(.integer(lease.id)))
        let swept = try rows.one
        if swept.count > 0 {
            report(.swept(jobs: swept.count, dead: swept.dead))
            chores.suspectAt = .now
        }
        _ = try await pool.write([WorkerStore.forget(.integer(lease.id))])
        chores.sweepAt = .now + (swept.count == 1000 ? .zero : settings.lease / 6)
    }

    /// Claims a job that ran in a worker that died. It may have killed it, so it runs for a while without another one
    /// beside it: the one that runs during a second death is the cause.
    private func claimSuspect() async throws(DatabaseError) {
        let now = Instant.now
        chores.suspectAt = now + settings.poll
        if let suspect, runs.isYoung(suspect, under: settings.probation, at: now) { return }
        guard runs.count < settings.maximumRunning else { return }
        let kinds = registry.handlers.keys.filter { spare($0) > 0 }
        let (_, rows) = try await pool.write(
            JobStore.settings(),
            WorkerStore.claimSuspect(.integer(lease.id), .texts(kinds.sorted()))
        )
        guard let job = try rows.first else { return }
        suspect = job.key
        start(job)
    }

    /// Finds what no notification reported: jobs that have become due, lost wake-ups, late commits; and what is paused.
    private func discover() async throws(DatabaseError) {
        let began = Instant.now
        let (_, due, pauses) = try await pool.write(
            JobStore.settings(),
            JobStore.discover(),
            PausedKind.list()
        )
        paused = Set(try pauses.all.map(\.kind))
        pulse.beat()
        for found in try due.all where registry.handlers[found.lane.kind] != nil {
            lanes.discover(found.lane, runAt: found.runAt)
        }
        let now = Instant.now
        // Takes about a twentieth of the time when old snapshots keep dead rows, but runs every 5 s at the latest.
        chores.discoverAt = now + max(settings.poll, min((now - began) * 20, .seconds(5)))
    }
}
