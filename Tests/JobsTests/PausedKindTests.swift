import Database
import Reactor
import TestDatabases
import TestSupport
import Testing

@testable import Jobs

/// A kind that the operator has paused waits, and the others go on.
@Suite(.database) struct PausedKindTests {
    private func inWorld(_ body: @escaping @Sendable (JobWorld) async throws -> Void) async throws {
        let database = try TestDatabase.current
        try await database.onLoop { try await body(try await JobWorld()) }
    }

    @Test func `a paused kind waits while others run, and runs once it is resumed`() async throws {
        try await inWorld { world in
            let owner = try await world.database.pool(world.database.settings(as: .owner))
            #expect(try await PausedKind.pause("test.probe", owner))
            #expect(try await !PausedKind.pause("test.probe", owner))
            #expect(try await PausedKind.all(owner).map(\.kind) == ["test.probe"])
            let worker = world.start()
            try await world.enqueue("waiting")
            _ = try await world.pool.write([try JobQueue.enqueue(LimitedJob(), tenant: 1)])
            try await eventually("the other kind") { worker.probe.runs("limited") == 1 }
            #expect(worker.probe.runs("waiting") == 0)
            #expect(try world.number("select count(*) from jobs where state = 'available'") == 1)
            #expect(try await PausedKind.resume("test.probe", owner))
            #expect(try await !PausedKind.resume("test.probe", owner))
            try await eventually("the resumed one") { worker.probe.runs("waiting") == 1 }
            try await worker.stop()
        }
    }

    @Test func `a pause reaches a worker that runs, and what runs goes on`() async throws {
        try await inWorld { world in
            let owner = try await world.database.pool(world.database.settings(as: .owner))
            let barrier = Barrier()
            let worker = world.start { _, job in
                if job.text == "running" { try await barrier.pass(on: world.loop) }
            }
            try await world.enqueue("running")
            try await eventually("its start") { worker.probe.runs("running") == 1 }
            #expect(try await PausedKind.pause("test.probe", owner))
            // The worker has searched since: it knows of the pause.
            try await eventually("the pause") { await worker.worker.paused == ["test.probe"] }
            try await world.enqueue("later")
            _ = try await world.pool.write([try JobQueue.enqueue(LimitedJob(), tenant: 1)])
            try await eventually("the other kind") { worker.probe.runs("limited") == 1 }
            barrier.release()
            try await eventually("the end of the running one") { worker.probe.ended == 2 }
            #expect(worker.probe.runs("later") == 0)
            #expect(try await PausedKind.resume("test.probe", owner))
            try await eventually("the later one") { worker.probe.runs("later") == 1 }
            try await worker.stop()
        }
    }

    @Test func `a job whose worker died waits too`() async throws {
        try await inWorld { world in
            let owner = try await world.database.pool(world.database.settings(as: .owner))
            _ = try await PausedKind.pause("test.probe", owner)
            try world.owner.execute(
                """
                insert into jobs (tenant_id, kind, payload, deaths) values (1, 'test.probe', '{"text": "suspect"}', 1)
                """
            )
            let worker = world.start()
            _ = try await world.pool.write([try JobQueue.enqueue(LimitedJob(), tenant: 1)])
            try await eventually("the other kind") { worker.probe.runs("limited") == 1 }
            #expect(worker.probe.runs("suspect") == 0)
            _ = try await PausedKind.resume("test.probe", owner)
            try await eventually("the suspect") { worker.probe.runs("suspect") == 1 }
            try await worker.stop()
        }
    }

    @Test(arguments: ["", "Send", "send mail", "1st", "a;b", String(repeating: "a", count: 64)])
    func `a word that is no kind`(_ word: String) { #expect(!PausedKind.isKind(word)) }

    @Test func `kinds are words`() {
        #expect(PausedKind.isKind("send_mail") && PausedKind.isKind("sportsbook.settle_event"))
    }
}
