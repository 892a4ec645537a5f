import Foundation
import ParlayClient
import Testing

@Suite struct RetryTests {
    @Test(arguments: [(429, "throttled"), (503, "overloaded")])
    func `what was not done is tried again after the time that the server asks for`(
        _ status: Int,
        _ code: String
    ) async throws {
        let world = try ClientWorld(
            [
                .problem(status, code, ["Retry-After": "3"]), .problem(status, code),
                .value(Samples.profile()),
            ],
            random: 0.5
        )
        #expect(try await world.parlay.profiles.me().person.username == "ann")
        // 3 s and half of 100 ms; then half of 200 ms and half of the other half.
        #expect(world.clock.pauses == [.milliseconds(3_050), .milliseconds(150)])
    }

    @Test func `pauses double up to the longest`() async throws {
        let failures = Array(repeating: ScriptedTransport.Step.unreachable, count: 7)
        let world = try ClientWorld(failures + [.value(Samples.profile())], attempts: 8)
        _ = try await world.parlay.profiles.me()
        #expect(world.clock.pauses == [50, 100, 200, 400, 500, 500, 500].map { .milliseconds($0) })
    }

    @Test(arguments: [0.0, 0.25, 0.999])
    func `chance moves a pause between its half and its whole`(_ random: Double) async throws {
        let world = try ClientWorld([.lost, .value(Samples.profile())], random: random)
        _ = try await world.parlay.profiles.me()
        let pause = try #require(world.clock.pauses.first)
        #expect(pause == .milliseconds(50) + .milliseconds(50) * random)
    }

    @Test func `the last failure is told when the attempts are used up`() async throws {
        let world = try ClientWorld(
            Array(repeating: .problem(503, "overloaded", ["Retry-After": "1"]), count: 5)
        )
        let error = try await #require(throws: ParlayError.self) { try await world.parlay.profiles.me() }
        #expect(error.code == "overloaded")
        #expect(error.retryAfter == .seconds(1))
        #expect(world.transport.requests.count == 5)
    }

    @Test func `a pause beyond the time limit is not begun`() async throws {
        let world = try ClientWorld(
            [.problem(429, "throttled", ["Retry-After": "60"])],
            isSignedIn: false
        )
        let error = try await #require(throws: ParlayError.self) {
            try await world.parlay.account.logIn("ann", password: "wrong")
        }
        #expect(error.retryAfter == .seconds(60))
        #expect(world.clock.pauses.isEmpty)
    }

    @Test func `the time limit ends a call that hangs`() async throws {
        let world = try ClientWorld([.hang])
        async let me = world.parlay.profiles.me()
        for await _ in world.transport.arrivals { break }
        world.clock.strike()
        do {
            _ = try await me
            Issue.record("it answered")
        } catch {
            #expect(error as? ParlayError == .transport(.timedOut))
        }
        #expect(world.transport.requests.count == 1)
    }

    @Test func `a date means seconds, by the server's own clock`() async throws {
        let headers = [
            "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT",
        ]
        let world = try ClientWorld([.problem(503, "overloaded", headers), .value(Samples.profile())])
        _ = try await world.parlay.profiles.me()
        #expect(world.clock.pauses == [.seconds(10)])
    }

    @Test(arguments: ["soon", "", "-5", "Sun, 32 Nov 1994 08:49:37 GMT", "99999999999999999999"])
    func `a Retry-After that says nothing is overlooked`(_ text: String) async throws {
        let world = try ClientWorld(
            [.problem(503, "overloaded", ["Retry-After": text]), .value(Samples.profile())]
        )
        _ = try await world.parlay.profiles.me()
        #expect(try #require(world.clock.pauses.first) <= .milliseconds(100))
    }

    // MARK: What may be sent twice

    @Test(arguments: [
        ScriptedTransport.Step.lost, .failure(.timedOut), .problem(503, "outcome_unknown"),
        .problem(409, "idempotency_in_flight"), .json(502, "<html>", ["content-type": "text/html"]),
    ])
    func `a POST of somebody is one call under one key, however often it is sent`(
        _ failure: ScriptedTransport.Step
    ) async throws {
        let world = try ClientWorld([failure, failure, .value(Samples.match(), status: 201)])
        _ = try await world.parlay.matches.make(with: "bob")
        let keys = world.headers("Idempotency-Key")
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
        let key = try #require(keys[0])
        #expect(1...255 ~= key.utf8.count && key.utf8.allSatisfy { 0x21...0x7E ~= $0 })
        #expect(Set(world.transport.requests).count == 1)
    }

    @Test func `two calls have two keys, and reads have none`() async throws {
        let world = try ClientWorld([
            .value(Samples.match(), status: 201), .value(Samples.match(), status: 201),
            .value(Samples.match()),
        ])
        _ = try await world.parlay.matches.make(with: "bob")
        _ = try await world.parlay.matches.make(with: "bob")
        _ = try await world.parlay.matches.get(.id(7))
        let keys = world.headers("Idempotency-Key")
        #expect(Set(keys.prefix(2)).count == 2)
        #expect(keys[2] == nil)
    }

    static let onceOnly: [@Sendable (Parlay) async throws -> Void] = [
        { _ = try await $0.matches.accept(.id(7)) },
        { _ = try await $0.matches.propose(.id(7), at: Samples.moment.date, location: "Park") },
        { _ = try await $0.matches.cancel(.id(7)) },
        { try await $0.account.changePassword(from: "a", to: "b") },
        { try await $0.account.delete(password: "a") },
        { try await $0.account.resetPassword(code: "c", to: "b") },
        { try await $0.account.verifyEmail(code: "c") },
        {
            let profile = Versioned(Samples.profile(), version: EntityTag(rawValue: "\"1\""))
            _ = try await $0.profiles.update(ifUnchanged: profile) { $0.bio = .set("x") }
        },
        {
            _ = try await $0.account.register(
                Registration(username: "a", password: "b", email: "c@d.e", firstName: "f", lastName: "")
            )
        },
    ]

    @Test(arguments: onceOnly.indices)
    func `what a second attempt could be refused for is not repeated in the dark`(_ index: Int) async throws {
        let world = try ClientWorld([.lost])
        await #expect(throws: ParlayError.transport(.connectionLost("reset"))) {
            try await Self.onceOnly[index](world.parlay)
        }
        #expect(world.transport.requests.count == 1)
    }

    @Test(arguments: onceOnly.indices)
    func `but it is when nothing was done`(_ index: Int) async throws {
        let world = try ClientWorld([
            .unreachable, .problem(503, "overloaded"), .problem(418, "end_of_test"),
        ])
        let error = try await #require(throws: ParlayError.self) {
            try await Self.onceOnly[index](world.parlay)
        }
        #expect(error.code == "end_of_test")
    }

    @Test func `a change without a condition is repeated`() async throws {
        let world = try ClientWorld([.lost, .value(Samples.profile())])
        _ = try await world.parlay.profiles.update { $0.bio = .set("x") }
        #expect(world.transport.requests.count == 2)
    }

    @Test func `a row that is gone after a lost removal was removed`() async throws {
        let world = try ClientWorld([.lost, .problem(404, "not_found")])
        try await world.parlay.matches.unmatch(.id(7))
        #expect(world.transport.isUsedUp)
    }

    @Test func `a row that was not there at all is told`() async throws {
        let world = try ClientWorld([.problem(503, "overloaded"), .problem(404, "not_found")])
        let error = try await #require(throws: ParlayError.self) {
            try await world.parlay.matches.unmatch(.id(7))
        }
        #expect(error.code == "not_found")
    }

    @Test(arguments: [400, 401, 403, 404, 409, 412, 413, 415, 422, 500])
    func `a refusal is final`(_ status: Int) async throws {
        let world = try ClientWorld([.problem(status, "no")])
        let error = try await #require(throws: ParlayError.self) { try await world.parlay.profiles.me() }
        #expect(error.problem?.status == status)
        #expect(world.transport.requests.count == 1)
    }

    @Test func `a certificate that is not trusted is final`() async throws {
        let world = try ClientWorld([.failure(.other("untrusted"))])
        await #expect(throws: ParlayError.transport(.other("untrusted"))) {
            try await world.parlay.profiles.me()
        }
        #expect(world.transport.requests.count == 1)
    }

    @Test func `a call that may be done does not end as one that is not`() async throws {
        let busy = Array(repeating: ScriptedTransport.Step.problem(503, "overloaded"), count: 4)
        let world = try ClientWorld([.lost] + busy)
        await #expect(throws: ParlayError.transport(.connectionLost("reset"))) {
            try await world.parlay.matches.make(with: "bob")
        }
        let reading = try ClientWorld([.lost] + busy)
        let error = try await #require(throws: ParlayError.self) { try await reading.parlay.profiles.me() }
        #expect(error.code == "overloaded")
    }

    // MARK: Cancellation

    @Test func `a call that is cancelled says so and is not repeated`() async throws {
        let world = try ClientWorld([.hang, .value(Samples.profile())])
        let call = Task { [parlay = world.parlay] in try await parlay.profiles.me() }
        for await _ in world.transport.arrivals { break }
        call.cancel()
        await #expect(throws: ParlayError.cancelled) { try await call.value }
        #expect(world.transport.requests.count == 1)
    }

    @Test func `a call of a task that is cancelled already is not sent`() async throws {
        let world = try ClientWorld([.value(Samples.profile())])
        let call = Task { [parlay = world.parlay] in
            while !Task.isCancelled { await Task.yield() }
            return try await parlay.profiles.me()
        }
        call.cancel()
        await #expect(throws: ParlayError.cancelled) { try await call.value }
        #expect(world.transport.requests.isEmpty)
    }
}
