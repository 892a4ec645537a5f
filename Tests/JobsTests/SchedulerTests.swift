import Database
import Reactor
import TestDatabases
import TestSupport
import Testing

@testable import Jobs

@Suite(.database) struct SchedulerTests {
    private func inWorld(_ body: @escaping @Sendable (JobWorld) async throws -> Void) async throws {
        try await TestDatabase.current.onLoop { try await body(try await JobWorld()) }
    }

    private func start(_ name: String, _ world: JobWorld) throws -> (Scheduler, Task<Void, Never>) {
        let schedule = try Schedule("probe", "* * * * *", ProbeJob(text: "tick"))
        let scheduler = Scheduler([schedule], pool: world.pool, on: world.loop, name: name)
        return (scheduler, Task(executorPreference: world.loop) { await scheduler.run() })
    }

    @Test func `of missed ticks only the latest is enqueued, once`() async throws {
        try await inWorld { world in
            let (scheduler, task) = try start("a", world)
            try await eventually("a leader") { await scheduler.term == 1 }
            try world.owner.execute("update schedules set last_tick = now() - interval '3 hours'")
            try await eventually("a tick") { try world.number("select count(*) from schedule_ticks") == 1 }
            await scheduler.stop()
            await task.value
            #expect(try world.number("select count(*) from jobs where tenant_id = 0") == 1)
            #expect(
                try world.number(
                    "select count(*) from schedules where last_tick > now() - interval '2 minutes'"
                ) == 1
            )
        }
    }

    @Test func `a schedule goes on when the clock was ahead and is right again`() async throws {
        try await inWorld { world in
            let (scheduler, task) = try start("a", world)
            try await eventually("a leader") { await scheduler.term == 1 }
            try world.owner.execute(
                """
                insert into schedule_ticks (schedule, tick_at, term) values ('probe', now() + interval '1 year', 1);
                update schedules set last_tick = now() + interval '1 year'
                """
            )
            let present = "select count(*) from schedules where last_tick <= now()"
            try await eventually("the present") { try world.number(present) == 1 }
            await scheduler.stop()
            await task.value
            #expect(try world.number("select count(*) from schedule_ticks where tick_at > now()") == 0)
        }
    }

    @Test func `another takes over when the leader's connection ends`() async throws {
        try await inWorld { world in
            let (first, firstTask) = try start("a", world)
            try await eventually("the first leader") { await first.term == 1 }
            let (second, secondTask) = try start("b", world)
            await first.stop()
            await firstTask.value
            try await eventually("the second leader") { await second.term == 2 }
            #expect(try world.text("select worker from leadership") == "b")
            await second.stop()
            await secondTask.value
        }
    }

    @Test func `two leaders enqueue a tick once and an old term nothing`() async throws {
        try await inWorld { world in
            let schedule = ScheduleStore.define("probe", "test.probe", "{}", "* * * * *", 10)
            let lead = ScheduleStore.lead("a").query
            _ = try await world.pool.write([schedule, lead])
            try world.owner.execute("update schedules set last_tick = '2000-01-01'")
            let minute: Int64 = 1_800_000_000_000
            _ = try await world.pool.write([ScheduleStore.tick("probe", .integer(minute), 1)])
            _ = try await world.pool.write([ScheduleStore.tick("probe", .integer(minute), 1)])
            #expect(try world.number("select count(*) from jobs") == 1)
            _ = try await world.pool.write([lead])
            try world.owner.execute("delete from jobs")
            _ = try await world.pool.write([ScheduleStore.tick("probe", .integer(minute + 60_000), 1)])
            #expect(try world.number("select count(*) from jobs") == 0)
            _ = try await world.pool.write([ScheduleStore.tick("probe", .integer(minute + 60_000), 2)])
            #expect(try world.number("select count(*) from jobs") == 1)
        }
    }

    @Test func `what is disabled stays so when the program starts`() async throws {
        try await inWorld { world in
            let define = ScheduleStore.define("probe", "test.probe", "{}", "* * * * *", 10)
            _ = try await world.pool.write([define])
            try world.owner.execute("update schedules set enabled = false")
            _ = try await world.pool.write([
                ScheduleStore.define("probe", "test.probe", "{}", "0 * * * *", 10)
            ])
            #expect(try world.text("select cron || enabled from schedules") == "0 * * * *false")
        }
    }

    @Test func `pruning removes what is old`() async throws {
        try await inWorld { world in
            try world.owner.execute(
                """
                insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at, died_at)
                select 1, g, 'a', '{}', 1, 1, '', now(), now() - g * interval '20 days' from generate_series(1, 3) g;
                insert into schedules (name, kind, cron) values ('s', 'a', '* * * * *');
                insert into schedule_ticks (schedule, tick_at, term, created_at)
                select 's', now() - g * interval '4 days', 1, now() - g * interval '4 days' from generate_series(1, 3) g
                """
            )
            let run = JobRun(RunKey(tenantID: 0, jobID: 1, attempt: 1, workerID: 1), pool: world.pool)
            let context = JobContext(
                service: world.pool,
                tenantID: 0,
                jobID: 1,
                attempt: 1,
                isLastAttempt: false,
                run: run
            )
            try await PruneJobsJob().run(in: context)
            #expect(try world.number("select count(*) from dead_letters") == 1)
            #expect(try world.number("select count(*) from schedule_ticks") == 1)
        }
    }
}
