internal import Database
internal import Reactor

extension Worker {
    /// When each maintenance task is next due.
    struct MaintenanceTimes {
        var renewAt = Instant.now
        var sweepAt = Instant.now
        var discoverAt = Instant.now
        var suspectAt = Instant.now
        var reconcileAt = Instant.distantFuture
    }

    func doMaintenance() async throws(DatabaseError) {
        if id != 0 && leasedUntil < .now { loseLease() }
        if chores.renewAt <= .now { try await renew() }
        if chores.reconcileAt <= .now { try await reconcile() }
        guard stopDeadline == nil else { return }
        if chores.sweepAt <= .now { try await sweep() }
        if chores.discoverAt <= .now { try await discover() }
        if chores.suspectAt <= .now { try await claimSuspect() }
    }

    private func renew() async throws(DatabaseError) {
        let began = Instant.now
        let lease = Parameter.integer(settings.lease.milliseconds)
        if id != 0, try await pool.write(WorkerStore.renew(.integer(id), lease)).isEmpty {
            loseLease()
        }
        if id == 0 {
            guard stopDeadline == nil else { return }
            id = try await pool.write(WorkerStore.register(.text(settings.name), lease)).first ?? 0
            report(.registered(workerID: id))
            chores.reconcileAt = began + .seconds(10)
        }
        leasedUntil = began + settings.lease
        chores.renewAt = began + settings.lease / 3
    }

    /// Others may have the jobs by now. Runs that are still active here are cancelled, and the old id keeps them from
    /// completing.
    private func loseLease() {
        report(.leaseLost(runs: running.count))
        for entry in running.values { entry.task.cancel() }
        id = 0
        chores.renewAt = .now
    }

    /// Releases jobs that the database assigns to this worker but this worker does not know: claims whose answer was
    /// lost with the connection.
    private func reconcile() async throws(DatabaseError) {
        guard id != 0 else { return }
        for key in try await pool.write(WorkerStore.runs(.integer(id))).all where running[key] == nil {
            outcomes.returned.append(
                RunOutcomes.ReturnedRun(key: key, delay: 0, refundsAttempt: true, error: nil)
            )
        }
        chores.reconcileAt = .now + .seconds(10)
    }

    /// A statement and not a job, because a stuck queue could not run its own rescue.
    private func sweep() async throws(DatabaseError) {
        let (_, rows) = try await pool.write(JobStore.settings(), WorkerStore.sweep(.integer(id)))
        let swept = try rows.one
        if swept.count > 0 {
            report(.swept(jobs: swept.count, dead: swept.dead))
            chores.suspectAt = .now
        }
        _ = try await pool.write([WorkerStore.forget(.integer(id))])
        chores.sweepAt = .now + (swept.count == 1000 ? .zero : settings.lease / 6)
    }

    /// Claims a job that ran in a worker that died. It may have killed it, so it runs for a while without another one
    /// beside it: the one that runs during a second death is the cause.
    private func claimSuspect() async throws(DatabaseError) {
        let now = Instant.now
        chores.suspectAt = now + settings.poll
        let entry = suspect.flatMap { running[$0] }
        if let entry, !entry.isSettled, now - entry.startedAt < settings.probation { return }
        guard running.count < settings.maximumRunning else { return }
        let kinds = registry.handlers.keys.filter { spare($0) > 0 }
        let (_, rows) = try await pool.write(
            JobStore.settings(),
            WorkerStore.claimSuspect(.integer(id), .texts(kinds.sorted()))
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
