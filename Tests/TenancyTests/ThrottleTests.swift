import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct ThrottleTests {
    private func logIn(
        _ world: World,
        _ name: String,
        _ password: String = World.password,
        from address: String = "192.0.2.1",
        path: String = "login/"
    ) async throws -> Answer {
        let body: JSONObject = ["username": .string(name), "password": .string(password)]
        return try await world.send("POST", path, body, from: address)
    }

    @Test func `after ten failures even the right password is refused, but only from there`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        for number in 0..<10 {
            // The email is the same account, and both calls count together.
            let name = number.isMultiple(of: 2) ? "ada" : "ADA@example.org"
            let path = number.isMultiple(of: 3) ? "token/" : "login/"
            let status = number.isMultiple(of: 3) ? 400 : 401
            #expect(try await logIn(world, name, "wrong", path: path).status == status)
        }
        for path in ["login/", "token/"] {
            let refused = try await logIn(world, "ada", path: path)
            #expect(refused.status == 429)
            #expect(refused.code == "throttled")
            let seconds = try #require(Int(refused.headers["Retry-After"] ?? ""))
            #expect((1...60).contains(seconds))
        }
        // Neither the owner's token nor the owner elsewhere is locked out.
        #expect(try await world.send("GET", "profiles/me", token: ada.token).status == 200)
        #expect(try await logIn(world, "ada", from: "192.0.2.2").status == 200)
    }

    @Test func `an address is counted over all accounts, an IPv6 network as one`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        for number in 0..<10 {
            let address = "2001:db8::\(number + 1)"
            #expect(try await logIn(world, "nobody\(number)", "wrong", from: address).status == 401)
        }
        #expect(try await logIn(world, "ada", from: "2001:db8::ff").status == 429)
        #expect(try await logIn(world, "ada", from: "2001:db8:0:1::1").status == 200)
    }

    @Test func `many guesses at once learn no more than the limit`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 0..<100 {
                group.addTask { try await logIn(world, "ada", "wrong \(number)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 401 } == 10)
        #expect(answers.count { $0.status == 429 } == 90)
        #expect(try await logIn(world, "ada").status == 429)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `right passwords are no failures, however many at once`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<40 { group.addTask { try await logIn(world, "ada") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 })
    }

    @Test func `delays grow, and a quiet window forgets`() async throws {
        let world = try await World.make(
            throttles: ThrottleSettings(failuresPerPair: 2, failuresPerAddress: 2)
        )
        _ = try await world.person("ada")
        let owner = try world.database.owner
        func blocked() throws -> Int64 {
            let rows = try owner.query(
                "select extract(epoch from blocked_until - now())::bigint from throttles where kind = 'login_pair'"
            )
            return rows[0].optionalInteger(0) ?? 0
        }
        func pass(_ interval: String) throws {
            try owner.execute(
                """
                update throttles
                   set window_started_at = window_started_at - interval '\(interval)',
                       blocked_until = blocked_until - interval '\(interval)'
                """
            )
        }
        for _ in 0..<2 { #expect(try await logIn(world, "ada", "wrong").status == 401) }
        #expect((1...60).contains(try blocked()))
        try pass("61 seconds")
        #expect(try await logIn(world, "ada", "wrong").status == 401)
        #expect((61...120).contains(try blocked()))
        #expect(try await logIn(world, "ada").status == 429)
        try pass("121 seconds")
        #expect(try await logIn(world, "ada").status == 200)
        try pass("10 minutes")
        #expect(try await logIn(world, "ada", "wrong").status == 401)
        #expect(try blocked() <= 0)
    }

    @Test func `an account under attack from everywhere answers wrong guesses late and right ones at once`()
        async throws
    {
        let world = try await World.make(throttles: ThrottleSettings(failuresPerAccount: 3, longestDelay: 1))
        _ = try await world.person("ada")
        for number in 1...3 { _ = try await logIn(world, "ada", "wrong", from: "192.0.2.\(number)") }
        let start = ContinuousClock.now
        #expect(try await logIn(world, "ada", "wrong", from: "192.0.2.9").status == 401)
        #expect(ContinuousClock.now - start >= .seconds(1))
        #expect(try await logIn(world, "ada", from: "192.0.2.10").status == 200)
    }

    @Test func `counts of one tenant are not another's`() async throws {
        let world = try await World.make(
            throttles: ThrottleSettings(failuresPerPair: 1, failuresPerAddress: 1)
        )
        _ = try await world.addTenant("other")
        _ = try await world.person("ada", tenant: "other")
        #expect(try await logIn(world, "ada", "wrong").status == 401)
        #expect(try await logIn(world, "ada", "wrong").status == 429)
        let body: JSONObject = ["username": "ada", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", body, tenant: "other").status == 200)
    }

    /// The calls that ask for the caller's password once more, with what they would change.
    private static let provingCalls: [(String, String, @Sendable (String) -> JSONObject)] = [
        ("PUT", "password/", { ["current": .string($0), "new": "a fresh secret"] }),
        ("PATCH", "profiles/me/", { ["email": "new@example.org", "current_password": .string($0)] }),
        ("DELETE", "profiles/me/", { ["password": .string($0)] }),
        ("POST", "profiles/me/delete/", { ["password": .string($0)] }),
    ]

    @Test(arguments: provingCalls.indices)
    func `a wrong password given once more counts like a failed sign-in, and the owner elsewhere goes on`(
        _ index: Int
    ) async throws {
        let (method, path, body) = Self.provingCalls[index]
        let world = try await World.make()
        let ada = try await world.person("ada")
        func verify(_ password: String, from address: String) async throws -> Answer {
            try await world.send(method, path, token: ada.token, body(password), from: address)
        }
        // Somebody with a stolen token.
        for _ in 0..<5 {
            #expect(try await verify("wrong", from: "192.0.2.66").code == "bad_password")
            #expect(try await logIn(world, "ada", "wrong", from: "192.0.2.66").status == 401)
        }
        for refused in [
            try await verify("wrong", from: "192.0.2.66"),
            try await verify(World.password, from: "192.0.2.66"),
            try await logIn(world, "ada", from: "192.0.2.66"),
        ] {
            #expect(refused.status == 429)
            #expect(refused.code == "throttled")
            #expect(refused.headers["Retry-After"] != nil)
        }
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
        #expect(try await logIn(world, "ada").status == 200)
        #expect((200..<300).contains(try await verify(World.password, from: "192.0.2.1").status))
        #expect(world.failureReports == [])
    }

    @Test func `many guesses at once with a token learn no more than the limit`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let answers = try await world.sendTogether(60) { number in
            let keys = number.isMultiple(of: 2) ? [:] : ["Idempotency-Key": "\(number)"]
            let body: JSONObject = ["password": .string("wrong \(number)")]
            return try await world.send("POST", "profiles/me/delete/", token: ada.token, body, headers: keys)
        }
        #expect(answers.count { $0.status == 403 } == 10)
        #expect(answers.count { $0.status == 429 } == 50)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
    }

    @Test func `old counts are pruned by the worker`() async throws {
        let world = try await World.make()
        for number in 0..<3 { _ = try await logIn(world, "nobody", "wrong", from: "192.0.2.\(number + 1)") }
        let worker = try await world.database.worker()
        let later = Timestamp.now.adding(seconds: 3600)
        let counts = try await world.database.onLoop {
            let early = try await worker.write([
                ThrottleStore.pruning.statement(.time(Timestamp.now.adding(seconds: -60)))
            ])
            let late = try await worker.write([ThrottleStore.pruning.statement(.time(later))])
            return [early[0].affectedRows, late[0].affectedRows]
        }
        #expect(counts == [0, 7])
    }
}
