import Database
import Dispatch
import HTTPServer
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Slow work holds none of the few connections for transactions.
@Suite(.database) struct SlowWorkTests {
    /// The thread of a pool, held until `release`.
    private final class HeldThread: Sendable {
        private let end = DispatchSemaphore(value: 0)
        private let begun = Atomic(false)

        init(of pool: BlockingPool) {
            let accepted = pool.submit { [self] in
                begun.store(true, ordering: .relaxed)
                end.wait()
            }
            #expect(accepted)
        }

        var isHeld: Bool { begun.load(ordering: .relaxed) }
        /// Can be called more than once.
        func release() { end.signal() }
    }

    private final class Count: Sendable {
        private let value = Atomic(0)
        func add() { value.add(1, ordering: .relaxed) }
        var total: Int { value.load(ordering: .relaxed) }
    }

    private func ask(
        _ world: World,
        _ path: String,
        _ person: SignedInPerson,
        _ body: JSONObject,
        key: String
    ) async throws -> Answer {
        try await world.send(
            "POST",
            path,
            token: person.token,
            body,
            headers: ["Idempotency-Key": key]
        )
    }

    @Test func `wrong passwords that wait to be hashed hold up nobody else's call with a key`() async throws {
        let hashers = try BlockingPool(name: "test-held", threads: 1, capacity: 64)
        defer { hashers.stop() }
        // One connection for transactions.
        let world = try await World.make(hashers: hashers)
        let attacker = try await world.person("mallory")
        let victim = try await world.person("ann")
        let other = try await world.person("ben")
        let thread = HeldThread(of: hashers)
        defer { thread.release() }
        let attack = Task {
            try await world.sendTogether(8) { number in
                try await ask(
                    world,
                    "profiles/me/delete/",
                    attacker,
                    ["password": "wrong horse 7"],
                    key: "guess-\(number)"
                )
            }
        }
        try await world.database.onLoop {
            try await eventually("the hashes to wait") {
                thread.isHeld && hashers.depth == 8
            }
        }
        let report: JSONObject = ["account_id": .integer(other.id), "reason": "spam", "text": "Look."]
        let answer = try await ask(world, "reports/", victim, report, key: "report")
        #expect(answer.status == 201, "\(answer)")
        thread.release()
        for answer in try await attack.value { #expect(answer.code == "bad_password", "\(answer)") }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a handler that does slow work in a transaction fails, and without a key it does not`()
        async throws
    {
        let world = try await World.make(routes: { _ in
            [
                TenantRoute(.post, "slow", "Does slow work") { call in
                    try call.session.requireNoTransaction("slow work")
                    return .noContent
                },
                TenantRoute(
                    Endpoint<Void, Never, Void>(.post, "prepared"),
                    preparing: { call in
                        try call.session.requireNoTransaction("slow work")
                        return 7
                    },
                    handler: { _, number in .text("\(number)") }
                ),
            ]
        })
        let ann = try await world.person("ann")
        #expect(try await ask(world, "prepared/", ann, [:], key: "a").text == "7")
        #expect(try await world.send("POST", "prepared/", token: ann.token).text == "7")
        #expect(try await world.send("POST", "slow/", token: ann.token).status == 204)
        #expect(world.failureReports.isEmpty)
        #expect(try await ask(world, "slow/", ann, [:], key: "b").status == 500)
        #expect(world.failureReports.count == 1)
        #expect(world.failureReports.first?.contains("slow work inside a transaction") == true)
    }

    @Test func `a call with a key prepares once, and its repetition not at all`() async throws {
        let count = Count()
        let world = try await World.make(routes: { _ in
            [
                TenantRoute(
                    Endpoint<Void, Never, Void>(.post, "prepared"),
                    preparing: { _ in count.add() },
                    handler: { _, _ in .text("done") }
                )
            ]
        })
        let ann = try await world.person("ann")
        #expect(try await ask(world, "prepared/", ann, [:], key: "a").status == 200)
        let again = try await ask(world, "prepared/", ann, [:], key: "a")
        #expect(again.header("Idempotency-Replayed") == "true")
        #expect(count.total == 1)
    }

    @Test func `an account is not deleted by a password that changed after it was proved`() async throws {
        let hashers = try BlockingPool(name: "test-held", threads: 1, capacity: 64)
        defer { hashers.stop() }
        let world = try await World.make(hashers: hashers)
        let ann = try await world.person("ann")
        let thread = HeldThread(of: hashers)
        defer { thread.release() }
        async let deletion = world.send(
            "POST",
            "profiles/me/delete/",
            token: ann.token,
            ["password": .string(World.password)]
        )
        try await world.database.onLoop {
            try await eventually("the hash to wait") { thread.isHeld && hashers.depth == 1 }
        }
        _ = try world.database.owner.query(
            "update accounts set password_hash = 'another' where id = $1",
            .integer(ann.id)
        )
        thread.release()
        #expect(try await deletion.code == "bad_password")
        #expect(try await world.send("GET", "profiles/me/", token: ann.token).status == 200)
    }
}
