import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Signing in with a second factor.
@Suite(.database) struct SecondFactorSignInTests {
    private static let connections = DatabasePool.Sizes(readers: 2, writers: 4, transactions: 4)

    private func world() async throws -> (World, SignedInPerson, SecondFactorDevice) {
        let world = try await World.make(connections: Self.connections)
        let ada = try await world.person("ada")
        return (world, ada, try await world.addSecondFactor(to: ada))
    }

    private static func first(_ world: World, _ path: String = "login/") async throws -> Answer {
        try await world.send(
            "POST",
            path,
            ["username": "ada", "password": .string(World.password)]
        )
    }

    private static func ticket(_ world: World) async throws -> String {
        try #require(try await first(world)["ticket"]?.text)
    }

    private static func second(
        _ world: World,
        _ ticket: String,
        _ code: String,
        from address: String = "192.0.2.1",
        tenant: String? = nil
    ) async throws -> Answer {
        try await world.send(
            "POST",
            "login/second/",
            ["ticket": .string(ticket), "code": .string(code)],
            from: address,
            tenant: tenant
        )
    }

    @Test func `the password gives a ticket, and ticket and code give a token`() async throws {
        let (world, ada, device) = try await world()
        let first = try await Self.first(world)
        #expect(first.status == 401 && first.code == "second_factor_required", "\(first)")
        #expect(first["token"] == nil)
        let ticket = try #require(first["ticket"]?.text)
        let second = try await Self.second(world, ticket, try device.code())
        #expect(second.status == 200, "\(second) \(world.failureReports)")
        #expect(second["profile", "id"]?.integer == ada.id)
        let token = try #require(second["token"]?.text)
        #expect(try await world.send("GET", "profiles/me", token: token).status == 200)
        // Both are used up.
        #expect(
            try await Self.second(world, ticket, try device.code(later: 1)).code == "second_factor_expired"
        )
    }

    @Test func `the bare token and the original app's sign-in are no way around it`() async throws {
        let (world, _, _) = try await world()
        let bare = try await Self.first(world, "token/")
        #expect(bare.status == 401 && bare.code == "second_factor_required" && bare["token"] == nil)
        for path in ["login/", "token/"] {
            let answer = try await Self.first(world, "/compat/wordup/demo/\(path)")
            #expect(answer.status == 401 && answer["token"] == nil, "\(path) \(answer)")
        }
    }

    @Test func `a reset of the password is no way around it`() async throws {
        let (world, ada, device) = try await world()
        let ticket = try await Self.ticket(world)
        _ = try world.database.owner.execute(
            "update accounts set password_hash = password_hash || ' ' where id = \(ada.id)"
        )
        // The ticket was for the password before.
        #expect(try await Self.second(world, ticket, try device.code()).status == 401)
        _ = try world.database.owner.execute(
            "update accounts set password_hash = trim(password_hash) where id = \(ada.id)"
        )
        #expect(try await Self.first(world).code == "second_factor_required")
    }

    @Test func `wrong, old, future and repeated codes are refused`() async throws {
        let (world, _, device) = try await world()
        for steps in [-3, 3, 100] as [Int64] {
            let ticket = try await Self.ticket(world)
            let refused = try await Self.second(world, ticket, try device.code(later: steps))
            #expect(refused.status == 401 && refused.code == "bad_second_factor", "\(steps)")
        }
        let code = try device.code()
        #expect(try await Self.second(world, try await Self.ticket(world), code).status == 200)
        let repeated = try await Self.second(world, try await Self.ticket(world), code)
        #expect(repeated.code == "bad_second_factor")
    }

    @Test func `a ticket has five tries`() async throws {
        let (world, _, device) = try await world()
        let ticket = try await Self.ticket(world)
        for _ in 0..<5 {
            #expect(try await Self.second(world, ticket, "000000").code == "bad_second_factor")
        }
        #expect(try await Self.second(world, ticket, try device.code()).code == "second_factor_expired")
    }

    @Test func `wrong codes count as failed sign-ins`() async throws {
        let (world, _, device) = try await world()
        let tickets = [
            try await Self.ticket(world), try await Self.ticket(world), try await Self.ticket(world),
        ]
        for number in 0..<10 { _ = try await Self.second(world, tickets[number / 5], "000000") }
        #expect(try await Self.second(world, tickets[2], try device.code()).status == 429)
        #expect(try await Self.first(world).status == 429)
    }

    @Test func `a ticket expires, and is of no use in another tenant`() async throws {
        let (world, _, device) = try await world()
        _ = try await world.addTenant("other")
        let ticket = try await Self.ticket(world)
        let elsewhere = try await Self.second(world, ticket, try device.code(), tenant: "other")
        #expect(elsewhere.code == "second_factor_expired")
        _ = try world.database.owner.execute("update sign_in_tickets set expires_at = now() - interval '1 s'")
        #expect(try await Self.second(world, ticket, try device.code()).code == "second_factor_expired")
    }

    @Test func `of twenty calls with one code at once, one signs in`() async throws {
        let (world, _, device) = try await world()
        var tickets: [String] = []
        for _ in 0..<20 { tickets.append(try await Self.ticket(world)) }
        let (all, code) = (tickets, try device.code())
        let answers = try await world.sendTogether(20) { number in
            try await Self.second(world, all[number], code, from: "198.51.100.\(number)")
        }
        #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
        #expect(answers.allSatisfy { $0.status == 200 || $0.code == "bad_second_factor" })
    }

    @Test func `of twenty calls with one recovery code at once, one signs in, and each code works once`()
        async throws
    {
        let (world, ada, device) = try await world()
        var tickets: [String] = []
        for _ in 0..<21 { tickets.append(try await Self.ticket(world)) }
        let (all, code) = (tickets, device.recoveryCodes[3].lowercased())
        let answers = try await world.sendTogether(20) { number in
            try await Self.second(world, all[number], code, from: "198.51.100.\(number)")
        }
        #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
        #expect(try await Self.second(world, all[20], device.recoveryCodes[4]).status == 200)
        let state = try await world.send("GET", "second-factor/", token: ada.token)
        #expect(state["recovery_codes_left"]?.integer == 8)
    }

    @Test func `of twenty calls with one ticket at once, one signs in`() async throws {
        let (world, _, device) = try await world()
        let ticket = try await Self.ticket(world)
        let codes = device.recoveryCodes
        let answers = try await world.sendTogether(20) { number in
            try await Self.second(world, ticket, codes[number % 10], from: "198.51.100.\(number)")
        }
        #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
    }

    @Test func `codes of somebody else are wrong`() async throws {
        let (world, _, _) = try await world()
        let eve = try await world.addSecondFactor(to: try await world.person("eve"))
        let ticket = try await Self.ticket(world)
        #expect(try await Self.second(world, ticket, eve.recoveryCodes[0]).code == "bad_second_factor")
        #expect(try await Self.second(world, ticket, try eve.code()).code == "bad_second_factor")
    }

    @Test func `a suspended account gets no token for its code`() async throws {
        let (world, ada, device) = try await world()
        let ticket = try await Self.ticket(world)
        _ = try world.database.owner.execute("update accounts set status = 'suspended' where id = \(ada.id)")
        #expect(try await Self.second(world, ticket, try device.code()).status == 401)
    }
}
