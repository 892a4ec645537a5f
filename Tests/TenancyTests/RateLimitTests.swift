import Database
import HTTPServer
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Tenancy

/// What an account may send, through the gateway.
@Suite(.database) struct RateLimitTests {
    private final class Clock: Sendable {
        let time = Mutex(Instant(nanoseconds: 0))
    }

    private let clock = Clock()

    private func world(burst: Int64 = 3) async throws -> (world: World, budget: RequestBudget) {
        let clock = clock
        let budget = RequestBudget { clock.time.withLock { $0 } }
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = 1
        settings.requestBurst = burst
        return (try await World.make(settings: settings, budget: budget), budget)
    }

    private func limits(_ answer: Answer) -> [String?] {
        ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"].map { answer.header($0) }
    }

    @Test func `every answer to a token says what is left, and beyond it calls are refused`() async throws {
        let (world, _) = try await world()
        let ada = try await world.person("ada")
        let json = ["Content-Type": "application/json"]
        let answers = [
            try await world.send("GET", "profiles/me/", token: ada.token),
            try await world.send("GET", "profiles/999/", token: ada.token),
            try await world.send("PATCH", "profiles/me/", token: ada.token, raw: "{", headers: json),
        ]
        #expect(answers.map(\.status) == [200, 404, 400])
        for (index, answer) in answers.enumerated() {
            #expect(limits(answer) == ["3", "\(2 - index)", "\(index + 1)"])
        }
        // 429 comes before 415, 413 and whatever else, after 401.
        let large = String(repeating: " ", count: 1 << 20 + 1)
        for raw in ["{", large] {
            let refused = try await world.send("PATCH", "profiles/me/", token: ada.token, raw: raw)
            #expect(refused.status == 429)
            #expect(refused.code == "too_many_requests")
            #expect(refused.header("Retry-After") == "1")
            #expect(limits(refused) == ["3", "0", "3"])
        }
        clock.time.withLock { $0 = $0 + .seconds(1) }
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 429)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `the size of bodies and answers counts, and of those that are not read it does not`()
        async throws
    {
        let (world, _) = try await world(burst: 100)
        let ada = try await world.person("ada")
        func remaining(_ answer: Answer) throws -> Int {
            let text = try #require(answer.header("RateLimit-Remaining"))
            return try #require(Int(text))
        }
        #expect(try remaining(try await world.send("GET", "profiles/me/", token: ada.token)) == 99)
        let json = ["Content-Type": "application/json"]
        let body = String(repeating: " ", count: 32 * 1024)
        let sent = try await world.send("PATCH", "profiles/me/", token: ada.token, raw: body, headers: json)
        #expect(sent.code == "malformed_json")
        #expect(try remaining(sent) == 96)
        let large = String(repeating: " ", count: 64 * 1024 + 1)
        let refused = try await world.send(
            "PATCH",
            "profiles/me/",
            token: ada.token,
            raw: large,
            headers: json
        )
        #expect(refused.status == 413)
        #expect(try remaining(refused) == 95)
        try TestDatabase.current.owner.execute(
            """
            insert into notices (tenant_id, account_id, kind, title, text, created_at)
            select tenant_id, id, 'match_made', 'x', repeat('y', 1000), now() from accounts, generate_series(1, 600)
             where username = 'ada'
            """
        )
        let export = try await world.send("GET", "export/", token: ada.token)
        #expect(export.status == 200)
        #expect(export.body.count / (256 * 1024) == 2)
        #expect(try remaining(export) == 92)
    }

    @Test func `a token that ended is 401 even where it has nothing left`() async throws {
        let (world, _) = try await world(burst: 2)
        let ada = try await world.person("ada")
        for status in [200, 200, 429] {
            #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == status)
        }
        try TestDatabase.current.owner.execute("delete from tokens")
        clock.time.withLock { $0 = $0 + .milliseconds(1100) }
        let spent = try await world.send("GET", "profiles/me/", token: ada.token)
        let over = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect([spent.status, over.status] == [401, 401])
        #expect(limits(spent) == [nil, nil, nil])
    }

    @Test func `tokens that nobody has are not counted, and calls without one are not either`() async throws {
        let (world, budget) = try await world(burst: 1)
        for _ in 0..<5 {
            let unknown = try await TokenSample.unknown()
            let answer = try await world.send("GET", "profiles/me/", token: unknown)
            #expect(answer.status == 401)
            #expect(limits(answer) == [nil, nil, nil])
            #expect(limits(try await world.send("GET", "about/", token: unknown)) == [nil, nil, nil])
        }
        #expect(budget.tokenCount == 0)
        let ada = try await world.person("ada")
        _ = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(budget.tokenCount == 1)
    }

    @Test func `twenty tokens of one account send no more than one token`() async throws {
        let (world, _) = try await world(burst: 30)
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        let body: JSONObject = ["username": "ada", "password": .string(World.password)]
        var tokens = [ada.token]
        while tokens.count < 20 {
            tokens.append(try #require(try await world.send("POST", "login/", body)["token"]?.text))
        }
        let all = tokens
        let answers = try await world.sendTogether(100) { number in
            try await world.send("GET", "profiles/me/", token: all[number % 20])
        }
        #expect(answers.count { $0.status == 200 } == 30)
        #expect(answers.count { $0.status == 429 } == 70)
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 200)
    }

    @Test func `a revoked token takes nothing from its account's budget`() async throws {
        let (world, _) = try await world(burst: 5)
        let ada = try await world.person("ada")
        let body: JSONObject = ["username": "ada", "password": .string(World.password)]
        let stolen = try #require(try await world.send("POST", "login/", body)["token"]?.text)
        #expect(try await world.send("GET", "profiles/me/", token: stolen).status == 200)
        #expect(try await world.send("POST", "logout/", token: stolen).status == 204)
        for _ in 0..<10 {
            #expect(try await world.send("GET", "profiles/me/", token: stolen).status == 401)
        }
        // Besides those two, one call was counted: the first with the token that had just been revoked.
        let answer = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(answer.header("RateLimit-Remaining") == "1")
    }

    @Test func `no more than the burst pass of many first calls at once`() async throws {
        let (world, _) = try await world(burst: 7)
        let ada = try await world.person("ada")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<30 {
                group.addTask { try await world.send("GET", "profiles/me/", token: ada.token).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 7)
        #expect(statuses.count { $0 == 429 } == 23)
    }
}
