import Database
import Reactor
import Synchronization
import TestDatabases
import TestSupport
import Testing

@testable import Jobs

@Suite(.database) struct QueueTests {
    private func inWorld(_ body: @escaping @Sendable (JobWorld) async throws -> Void) async throws {
        try await TestDatabase.current.onLoop { try await body(try await JobWorld()) }
    }

    @Test func `every statement can be prepared`() throws {
        let connection = try TestDatabase.current.connect(as: .worker)
        for (index, statement) in JobStatements.all.enumerated() {
            #expect(throws: Never.self, "\(statement.sql)") {
                try connection.execute("prepare check_\(index) as \(statement.sql)")
            }
        }
    }

    @Test func `at most one job a key waits, and one that runs does not count`() async throws {
        try await inWorld { world in
            for _ in 0..<3 { try await world.enqueue("first", key: "k") }
            try await world.enqueue("elsewhere", tenant: 2, key: "k")
            #expect(try world.number("select count(*) from jobs") == 2)
            let claimed = try await world.claimAsGhost()
            try await world.enqueue("second", key: "k")
            #expect(try world.number("select count(*) from jobs where tenant_id = 1") == 2)
            // Given back, the first meets the second, which takes its place.
            let run = RunOutcomes.ReturnedRun(key: claimed[0].key, delay: 0, refundsAttempt: true, error: nil)
            _ = try await world.pool.write([JobStore.giveBack([run])])
            #expect(try world.text("select payload ->> 'text' from jobs where tenant_id = 1") == "second")
        }
    }

    @Test func `one notification a transaction and tenant, none for later`() async throws {
        try await inWorld { world in
            let heard = PayloadLog()
            let listener = Listener(world.pool, on: world.loop, listen: "listen parlay_jobs") {
                heard.add($0)
            }
            listener.start()
            try await eventually("the listener") { heard.all == [""] }
            let later = try JobQueue.enqueue(ProbeJob(), tenant: 3, runAt: WallClock.milliseconds + 60_000)
            let now = try (0..<5).map { _ in try JobQueue.enqueue(ProbeJob(), tenant: 2) }
            _ = try await world.pool.write([later] + now)
            _ = try await world.pool.write([try JobQueue.enqueue(ProbeJob(), tenant: 4)])
            try await eventually("the last") { heard.all.last == "4" }
            listener.stop()
            #expect(heard.all == ["", "2", "4"])
        }
    }

    @Test func `the front enqueues for its tenant only and deletes nothing`() throws {
        let front = try TestDatabase.current.connect(as: .front)
        let insert = "insert into jobs (tenant_id, kind, payload) values"
        try front.execute(
            "begin; select set_config('parlay.tenant_id', '1', true); \(insert) (1, 'a', '{}'); commit"
        )
        for sql in [
            "\(insert) (2, 'a', '{}')", "\(insert) (0, 'a', '{}')", "delete from jobs", "table dead_letters",
        ] {
            #expect(throws: DatabaseError.self) {
                defer { try? front.execute("rollback") }
                try front.execute("begin; select set_config('parlay.tenant_id', '1', true); \(sql); commit")
            }
        }
        #expect(try front.query("select id from jobs").isEmpty)
    }

    @Test func `a completion and its effect are one, and only while the job is held`() async throws {
        try await inWorld { world in
            try world.owner.execute("create table effects (id bigint); grant all on effects to parlay_worker")
            let effect = Statement("insert into effects (id) values ($1)")
            try await world.enqueue("a")
            try await world.enqueue("b")
            let claimed = try await world.claimAsGhost()
            let held = JobRun(claimed[0].key, pool: world.pool)
            try await context(held, claimed[0]).complete(with: [effect(1)])
            #expect(held.isCompleted)
            await #expect(throws: JobError.alreadyCompleted) {
                try await context(held, claimed[0]).complete(with: [effect(2)])
            }
            try world.owner.execute("update jobs set attempt = attempt + 1")
            let lost = JobRun(claimed[1].key, pool: world.pool)
            await #expect(throws: JobError.leaseLost) {
                try await context(lost, claimed[1]).complete(with: [effect(3)])
            }
            await #expect(throws: JobError.leaseLost) {
                try await context(lost, claimed[1]).transaction { try await $0.run(effect(4)) }
            }
            _ = try await world.pool.write([JobStore.finish([claimed[1].key])])
            #expect(try world.number("select count(*) from jobs") == 1)
            #expect(try world.number("select sum(id)::bigint from effects") == 1)
        }
    }

    private func context(_ run: JobRun, _ job: ClaimedJob) -> JobContext<Int> {
        JobContext(
            service: 0,
            tenantID: job.key.tenantID,
            jobID: job.key.jobID,
            attempt: 1,
            isLastAttempt: false,
            run: run
        )
    }

    @Test func `a transaction that fails leaves the job and no effect`() async throws {
        try await inWorld { world in
            try await world.enqueue("a")
            let job = try await world.claimAsGhost()[0]
            let run = JobRun(job.key, pool: world.pool)
            await #expect(throws: Refusal.self) {
                try await context(run, job).transaction { _ in throw Refusal() }
            }
            #expect(!run.isCompleted)
            #expect(try world.number("select count(*) from jobs where state = 'running'") == 1)
        }
    }

    @Test func `a transaction that meets a conflict every time runs four times`() async throws {
        try await inWorld { world in
            try await world.enqueue("a")
            let job = try await world.claimAsGhost()[0]
            let run = JobRun(job.key, pool: world.pool)
            let runs = Mutex(0)
            await #expect(throws: DatabaseError.self) {
                try await context(run, job).transaction { transaction in
                    runs.withLock { $0 += 1 }
                    try await transaction.run(Self.conflict())
                }
            }
            #expect(runs.withLock { $0 } == 4)
            #expect(!run.isCompleted)
        }
    }

    private static let conflict = Statement(
        "do $$ begin raise exception 'conflict' using errcode = 'serialization_failure'; end $$"
    )

    @Test func `one job of a small tenant is in the next claim behind 50,000 of another`() async throws {
        try await inWorld { world in
            try world.owner.execute(
                """
                insert into jobs (tenant_id, kind, payload)
                select 1, 'test.probe', '{"text": "flood"}' from generate_series(1, 50000)
                """
            )
            let barrier = Barrier()
            let worker = world.start(with: .test { $0.maximumRunning = 400 }) { _, job in
                if job.text == "flood" { try await barrier.pass(on: world.loop) }
            }
            try await eventually("the flood") { worker.probe.runs("flood") >= 200 }
            try await world.enqueue("small", tenant: 2)
            try await eventually("the small one") {
                barrier.release()
                return worker.probe.runs("small") == 1
            }
            // At most the claims under way when it came, and the one that took it.
            #expect(worker.probe.runs("flood") < 2000)
            try world.owner.execute("delete from jobs where state = 'available'")
            try await worker.stop()
        }
    }

    @Test func `a claim reads no more pages while an old snapshot keeps 100,000 finished jobs`() async throws
    {
        try await inWorld { world in
            let old = try world.database.owner
            try old.execute("begin isolation level repeatable read; select count(*) from jobs")
            let fill =
                "insert into jobs (tenant_id, kind, payload) select 1, 'test.probe', '{}' from generate_series(1, %)"
            try world.owner.execute(fill.replacing("%", "100000"))
            let last = "select (extract(epoch from max(run_at)) * 1000)::bigint from jobs"
            let floor = try world.number(last)
            try world.owner.execute("delete from jobs")
            try world.owner.execute(fill.replacing("%", "1000"))
            try world.owner.execute(
                """
                set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off;
                set enable_mergejoin = off
                """
            )
            let sql = JobStore.claim.statement.sql
            let parameters = "(1, '{1}', '{test.probe}', '{\(floor + 1)}', '{200}', 200)"
            try world.owner.execute("prepare claim as \(sql)")
            let plan = try world.owner.query(
                "explain (analyze, buffers, format json) execute claim\(parameters)"
            )
            let text = try plan[0].text(0)
            #expect(text.contains("jobs_ready_idx") && text.contains("jobs_pkey"))
            #expect(!text.contains("Seq Scan") && !text.contains("\"Sort\""))
            // 200 rows found, locked, fetched again and rewritten with their index entries: some dozen each.
            // Walking over the dead would read a hundred thousand.
            let hits = try #require(text.firstNumber(after: "\"Shared Hit Blocks\": "))
            #expect(hits < 8000, "\(hits)")
            try old.execute("rollback")
        }
    }

    @Test func `counts are bounded and the age is that of the earliest`() async throws {
        try await inWorld { world in
            try world.owner.execute(
                """
                insert into jobs (tenant_id, kind, payload, run_at)
                select g % 3, 'test.probe', '{}', now() - interval '90 seconds' from generate_series(1, 12000) g
                """
            )
            _ = try await world.claimAsGhost()
            let metrics = try await JobMetrics.read(world.pool)
            #expect(
                metrics.counts.contains(JobMetrics.Count(kind: "test.probe", state: "running", count: 100))
            )
            #expect(
                metrics.counts.contains(
                    JobMetrics.Count(kind: "test.probe", state: "available", count: 10_000)
                )
            )
            #expect(metrics.oldestSeconds >= 90)
        }
    }

    @Test func `dead letters are listed, shown, retried and discarded`() async throws {
        try await inWorld { world in
            for text in ["a", "b", "c"] { try await world.enqueue(text) }
            let runs = try await world.claimAsGhost().prefix(2)
            let deaths = runs.map { RunOutcomes.DeadRun(key: $0.key, error: "no", stack: "at home") }
            _ = try await world.pool.write([JobStore.recordDead(deaths)])
            let dead = try await JobAdmin.list(state: "dead", world.pool)
            #expect(dead.map(\.lastError) == ["no", "no"])
            #expect(try await JobAdmin.list(tenant: 2, world.pool).isEmpty)
            #expect(try await JobAdmin.list(limit: 1, world.pool).map(\.state) == ["running"])
            let shown = try await JobAdmin.show(dead[0].id, world.pool)
            #expect(shown?.stack == "at home" && shown?.payload?.contains("text") == true)
            // Of another tenant.
            #expect(try await JobAdmin.retry([dead[0].id], of: [2], world.pool) == [])
            #expect(try await JobAdmin.discard([dead[0].id], of: [2], world.pool) == [])
            #expect(try await JobAdmin.retry([dead[0].id, 99_999], world.pool) == [dead[0].id])
            #expect(
                try await JobAdmin.discard([dead[1].id, 99_999], of: [dead[1].tenantID], world.pool) == [
                    dead[1].id
                ]
            )
            let waiting = try await JobAdmin.list(state: "available", world.pool)
            #expect(waiting.count == 1 && waiting[0].attempt == 0)
            #expect(try await JobAdmin.runNow(waiting.map(\.id), world.pool) == 1)
            #expect(try await JobAdmin.discard(waiting.map(\.id), world.pool) == waiting.map(\.id))
            #expect(try await JobAdmin.list(state: "dead", world.pool).isEmpty)
        }
    }
}
