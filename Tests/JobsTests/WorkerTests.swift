import Database
import Reactor
import TestDatabases
import TestSupport
import Testing

@testable import Jobs

@Suite(.database) struct WorkerTests {
    /// Runs a test on the loop of its database.
    private func inWorld<Value: Sendable>(
        _ body: @escaping @Sendable (JobWorld) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.current.onLoop { try await body(try await JobWorld()) }
    }

    @Test func `two workers run each job once`() async throws {
        try await inWorld { world in
            let workers = [
                world.start(with: .test { $0.batch = 20 }), world.start(with: .test { $0.batch = 20 }),
            ]
            for number in 0..<300 { try await world.enqueue("job \(number)") }
            try await eventually("an empty queue") { try world.number("select count(*) from jobs") == 0 }
            for worker in workers { try await worker.stop() }
            for number in 0..<300 {
                #expect(workers.reduce(0) { $0 + $1.probe.runs("job \(number)") } == 1)
            }
            #expect(try world.number("select count(*) from workers") == 0)
        }
    }

    @Test func `the jobs of a dead worker run elsewhere when its lease is over`() async throws {
        try await inWorld { world in
            try await world.enqueue("orphan")
            let ghost = try await world.claimAsGhost()
            #expect(ghost.count == 1)
            let worker = world.start(with: .test { $0.lease = .seconds(2) })
            try await world.enqueue("other")
            try await eventually("the other job") { worker.probe.runs("other") == 1 }
            #expect(worker.probe.runs("orphan") == 0)
            try world.owner.execute("update workers set leased_until = now() where name = 'ghost'")
            try await eventually("the orphan") { worker.probe.runs("orphan") == 1 }
            try await worker.stop()
            #expect(try world.number("select count(*) from workers where name <> 'ghost'") == 0)
        }
    }

    @Test func `a claim that arrives when its worker was swept is swept too`() async throws {
        try await inWorld { world in
            let sweeper = try await world.pool.write(WorkerStore.register("sweeper", 60_000)).one
            let late = try await world.pool.write(WorkerStore.register("late", 1)).one
            try world.endLease(of: "late", "1 hour")
            try await world.sweep(by: sweeper)
            try await world.enqueue("late")
            #expect(try await world.claim(by: late).count == 1)
            try await world.sweep(by: sweeper)
            #expect(try world.number("select count(*) from jobs where state = 'available'") == 1)
            try world.endLease(of: "late", "2 days")
            try await world.sweep(by: sweeper)
            #expect(try world.number("select count(*) from workers") == 1)
        }
    }

    @Test func `a job whose worker died twice is a dead letter, and the one beside it goes on`() async throws
    {
        try await inWorld { world in
            let sweeper = try await world.pool.write(WorkerStore.register("sweeper", 60_000)).one
            try await world.enqueue("bad")
            try await world.enqueue("good")
            #expect(try await world.claimAsGhost().count == 2)
            try await world.die(sweptBy: sweeper)
            #expect(
                try world.number("select count(*) from jobs where deaths = 1 and state = 'available'") == 2
            )
            // They are no part of what is claimed many at a time.
            #expect(try await world.claimAsGhost().isEmpty)
            let ghost = try await world.pool.write(WorkerStore.register("ghost", 60_000)).one
            let claim = WorkerStore.claimSuspect(.integer(ghost), .texts([ProbeJob.kind]))
            let claimed = try await world.pool.write(JobStore.settings(), claim).1.all
            #expect(claimed.map { String(decoding: $0.payload, as: UTF8.self) } == [#"{"text": "bad"}"#])
            try await world.die(sweptBy: sweeper)
            #expect(
                try world.text(
                    "select concat(payload ->> 'text', ': ', last_error, ' ', attempt) from dead_letters"
                )
                    == "bad: its worker died twice while it ran 2"
            )
            let worker = world.start()
            try await eventually("the other") { try world.number("select count(*) from jobs") == 0 }
            #expect(worker.probe.runs("good") == 1 && worker.probe.runs("bad") == 0)
            try await worker.stop()
        }
    }

    @Test func `a lease that expired before there was another worker is no death`() async throws {
        try await inWorld { world in
            try await world.enqueue("long")
            for _ in 0..<2 {
                #expect(try await world.claimAsGhost().count == 1)
                try world.owner.execute("update workers set leased_until = now() - interval '1 second'")
                // As after a failure of the database.
                let sweeper = try await world.pool.write(WorkerStore.register("sweeper", 60_000)).one
                try await world.die(sweptBy: sweeper)
                #expect(
                    try world.number("select count(*) from jobs where deaths = 0 and state = 'available'")
                        == 1
                )
            }
            #expect(try world.number("select count(*) from dead_letters") == 0)
        }
    }

    @Test func `jobs whose worker died run one by one, and an orderly end clears them`() async throws {
        try await inWorld { world in
            for _ in 0..<5 { try await world.enqueue("suspect") }
            try world.owner.execute("update jobs set deaths = 1")
            let settings = Worker.Settings.test { $0.probation = .seconds(600) }
            let worker = world.start(with: settings) { _, _ in
                await world.loop.sleep(for: .milliseconds(5))
                throw JobOutcome.snooze(.seconds(600))
            }
            try await eventually("all of them") {
                try world.number("select count(*) from jobs where deaths = 0 and state = 'available'") == 5
            }
            #expect(worker.probe.mostAtOnce("suspect") == 1 && worker.probe.runs("suspect") == 5)
            try await worker.stop()
        }
    }

    /// Where the machine stands still for longer than a lease, the job is another worker's rightly: then once more, with
    /// a longer lease.
    @Test func `a job longer than the lease is renewed and runs once`() async throws {
        for lease in [8, 24, 72] {
            let (runs, wasLost) = try await runsLonger(than: .seconds(lease))
            if wasLost { continue }
            #expect(runs == 1)
            return
        }
        Issue.record("leases were lost each time")
    }

    /// How often a job ran that took longer than the lease of its worker, one of two, and whether one lost its lease.
    private func runsLonger(than lease: Duration) async throws -> (runs: Int, wasLost: Bool) {
        try await inWorld { world in
            let barrier = Barrier()
            let workers = (0..<2).map { _ in
                world.start(with: .test { $0.lease = lease }) { context, _ in
                    try await barrier.pass(on: world.loop)
                }
            }
            try await world.enqueue("long")
            try await eventually("its start") { workers.contains { $0.probe.runs("long") == 1 } }
            let end = "select (extract(epoch from max(leased_until)) * 1000)::bigint from workers"
            let first = try world.number(end)
            try await eventually("more than a lease's time") {
                try world.number(end) > first + Int(lease.milliseconds) + 100
            }
            barrier.release()
            try await eventually("its end") { try world.number("select count(*) from jobs") == 0 }
            for worker in workers { try await worker.stop() }
            return (
                workers.reduce(0) { $0 + $1.probe.runs("long") }, workers.contains { $0.probe.hasLostLease }
            )
        }
    }

    @Test func `a worker that lost its lease cancels its runs and registers again`() async throws {
        try await inWorld { world in
            let barrier = Barrier()
            let worker = world.start(with: .test { $0.lease = .seconds(2) }) { context, _ in
                if context.attempt == 1 { try await barrier.pass(on: world.loop) }
            }
            try await world.enqueue("twice")
            try await eventually("its start") { worker.probe.runs("twice") == 1 }
            try world.owner.execute("update workers set leased_until = now() - interval '1 second'")
            try await eventually("the news") { worker.probe.hasLostLease }
            try await eventually("the second run") { worker.probe.runs("twice") == 2 }
            try await eventually("its end") { try world.number("select count(*) from jobs") == 0 }
            #expect(worker.probe.hasLostLease)
            try await worker.stop()
        }
    }

    @Test func `failures back off and end in the dead letters`() async throws {
        try await inWorld { world in
            let worker = world.start { _, _ in throw Refusal() }
            try await world.enqueue("bad")
            try await eventually("the dead letter") {
                try world.number("select count(*) from dead_letters") == 1
            }
            try await worker.stop()
            #expect(worker.probe.runs("bad") == 3)
            #expect(try world.number("select count(*) from jobs") == 0)
            #expect(try world.text("select last_error from dead_letters") == "Refusal()")
            #expect(try world.text("select stack from dead_letters")?.contains("JobsTests.Refusal") == true)
            #expect(try world.number("select attempt from dead_letters") == 3)
        }
    }

    @Test func `a malformed payload ends in the dead letters and holds nobody up`() async throws {
        try await inWorld { world in
            try world.owner.execute(
                "insert into jobs (tenant_id, kind, payload, max_attempts) values (1, 'test.probe', '[]', 2)"
            )
            let worker = world.start()
            try await world.enqueue("good")
            try await eventually("the good one") { worker.probe.runs("good") == 1 }
            try await eventually("the dead letter") {
                try world.number("select count(*) from dead_letters where attempt = 2") == 1
            }
            try await worker.stop()
            #expect(
                try world.text("select last_error from dead_letters")?.hasPrefix("malformed payload") == true
            )
        }
    }

    @Test func `an orderly stop burns no attempt`() async throws {
        try await inWorld { world in
            let barrier = Barrier()
            let worker = world.start(with: .test { $0.grace = .milliseconds(50) }) { _, _ in
                try await barrier.pass(on: world.loop)
            }
            try await world.enqueue("stopped")
            try await eventually("its start") { worker.probe.runs("stopped") == 1 }
            try await worker.stop()
            let count =
                "select count(*) from jobs where state = 'available' and attempt = 0 and last_error is null"
            #expect(try world.number(count) == 1)
            #expect(try world.number("select count(*) from workers") == 0)
        }
    }

    @Test func `a stop lets running jobs finish within the grace period`() async throws {
        try await inWorld { world in
            let barrier = Barrier()
            let worker = world.start { _, _ in try await barrier.pass(on: world.loop) }
            try await world.enqueue("finishing")
            try await eventually("its start") { worker.probe.runs("finishing") == 1 }
            await worker.worker.stop()
            try await world.enqueue("later")
            barrier.release()
            try await worker.task.value
            #expect(try world.number("select count(*) from jobs where attempt = 0") == 1)
            #expect(worker.probe.runs("later") == 0)
        }
    }

    @Test func `a job over its time limit is cancelled, and a kind runs no more at once than it may`()
        async throws
    {
        try await inWorld { world in
            let barrier = Barrier()
            let worker = world.start { _, _ in try await barrier.pass(on: world.loop) }
            let jobs = try (0..<6).map { _ in try JobQueue.enqueue(LimitedJob(), tenant: 1) }
            _ = try await world.pool.write(jobs)
            try await eventually("all to be cancelled") { worker.probe.ended >= 6 }
            try await worker.stop()
            #expect(worker.probe.mostAtOnce("limited") == 2)
            let failed = "select count(*) from jobs where attempt >= 1 and last_error like 'took longer%'"
            #expect(try world.number(failed) == 6)
        }
    }

    @Test func `a job whose notification was lost is found by the poll`() async throws {
        try await inWorld { world in
            let worker = world.start()
            try await world.enqueue("heard")
            try await eventually("the first") { worker.probe.runs("heard") == 1 }
            try world.owner.execute("alter table jobs disable trigger jobs_added")
            try await world.enqueue("unheard")
            try await eventually("the second") { worker.probe.runs("unheard") == 1 }
            try await worker.stop()
        }
    }

    @Test func `the workers go on when every connection is cut`() async throws {
        try await inWorld { world in
            let worker = world.start()
            try await world.enqueue("before")
            try await eventually("the first") { worker.probe.runs("before") == 1 }
            let superuser = try world.database.connect(as: .superuser)
            try superuser.execute(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid() and usename = 'parlay_worker'
                """
            )
            try superuser.execute(
                "insert into parlay.jobs (tenant_id, kind, payload) values (1, 'test.probe', '{\"text\": \"after\"}')"
            )
            try await eventually("the second") { worker.probe.runs("after") >= 1 }
            try await worker.stop()
        }
    }
}

extension JobWorld {
    /// The ghosts die, and another worker takes their jobs.
    func die(sweptBy sweeper: Int64) async throws {
        try owner.execute(
            "update workers set leased_until = clock_timestamp() where name = 'ghost' and leased_until > now()"
        )
        try await sweep(by: sweeper)
    }

    func endLease(of name: String, _ time: String) throws {
        try owner.execute(
            "update workers set leased_until = now() - interval '\(time)' where name = '\(name)'"
        )
    }

    func sweep(by sweeper: Int64) async throws {
        _ = try await pool.write(JobStore.settings(), WorkerStore.sweep(.integer(sweeper)))
        _ = try await pool.write([WorkerStore.forget(.integer(sweeper))])
    }

    /// Claims what there is for a worker that will never be heard of again.
    func claimAsGhost() async throws -> [ClaimedJob] {
        try await claim(by: try await pool.write(WorkerStore.register("ghost", 60_000)).one)
    }

    func claim(by worker: Int64) async throws -> [ClaimedJob] {
        let share = Lanes.Share(lane: Lane(tenantID: 1, kind: ProbeJob.kind), floor: 0, count: 100)
        let claim = JobStore.claim([share], worker: worker, limit: 100)
        return try await pool.write(JobStore.settings(), claim).1.all
    }
}
