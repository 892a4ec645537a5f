import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// What blocking does to matches, with the features as a front has them.
@Suite(.database) struct BlockedMatchTests {
    private let world: RouteMatrixFixture
    private let scenario: RouteMatrixFixture.Scenario

    init() async throws {
        world = try await RouteMatrixFixture(.init(readers: 2, writers: 8, transactions: 1))
        scenario = try world.scenario()
    }

    private func call(_ method: String, _ path: String, _ token: String, _ body: String? = nil)
        -> RouteMatrixFixture.Call
    {
        RouteMatrixFixture.Call(method, "/v1/alpha/\(path)", token: token, body)
    }

    private func send(_ method: String, _ path: String, _ token: String, _ body: String? = nil) async throws
        -> Answer
    {
        try await world.send(call(method, path, token, body))
    }

    @Test func `a block ends the match and hides each from the other`() async throws {
        let (ada, chen) = (scenario.owner, scenario.partner)
        let body = #"{"a_username": "\#(chen.username)"}"#
        let back = #"{"a_username": "\#(ada.username)"}"#
        #expect(try await send("POST", "blocks/\(chen.id)/", ada.token).status == 201)
        for token in [ada.token, chen.token] {
            #expect(try await send("GET", "matches/\(scenario.match)/", token).status == 404)
            #expect(try await send("GET", "matches/", token).items.isEmpty)
        }
        #expect(try await send("GET", "times/\(ada.id)/", chen.token).status == 404)
        #expect(try await send("GET", "profiles/\(ada.id)/", chen.token).status == 404)
        func partners(_ token: String) async throws -> [String] {
            try await send("GET", "profiles/?limit=100", token).items.compactMap { $0["username"]?.text }
        }
        #expect(try await !partners(ada.token).contains(chen.username))
        #expect(try await !partners(chen.token).contains(ada.username))
        let forth = try await send("POST", "matches/", ada.token, body)
        #expect(forth.status == 404 && forth.code == "person_not_found")
        #expect(try await send("POST", "matches/", chen.token, back).code == "person_not_found")

        #expect(try await send("DELETE", "blocks/\(chen.id)/", ada.token).status == 204)
        #expect(try await partners(ada.token).contains(chen.username))
        #expect(try await send("POST", "matches/", chen.token, back).status == 201)
    }

    @Test func `of a block and a match at once, the block wins`() async throws {
        for _ in 0..<20 {
            let scenario = try world.scenario()
            let body = #"{"a_username": "\#(scenario.free.username)"}"#
            var calls = [call("POST", "blocks/\(scenario.owner.id)/", scenario.free.token)]
            calls.insert(call("POST", "matches/", scenario.owner.token, body), at: Int.random(in: 0...1))
            let answers = try await world.sendTogether(calls)
            #expect(answers.contains { $0.status == 201 && $0["person"] != nil })
            #expect(answers.allSatisfy { [201, 404].contains($0.status) }, "\(answers)")
            let left = try world.owner.query(
                "select from matches where user_id1 = $1 and user_id2 = $2",
                .integer(scenario.owner.id),
                .integer(scenario.free.id)
            )
            #expect(left.isEmpty)
        }
        #expect(world.failureReports.isEmpty)
    }

    @Test func `a match that is being made sees the block that came first`() async throws {
        // The block is committed after the statement that matches took its snapshot.
        let blocker = try world.database.owner
        let matcher = try world.database.owner
        let (ada, free) = (scenario.owner, scenario.free)
        try matcher.execute("begin isolation level read committed")
        try matcher.execute("select set_config('parlay.account_id', '\(ada.id)', true)")
        try blocker.execute(
            "insert into blocks (tenant_id, account_id, blocked_id) select tenant_id, id, \(ada.id) from accounts where id = \(free.id)"
        )
        let error = #expect(throws: DatabaseError.self) {
            try matcher.execute(
                "insert into matches (tenant_id, user_id1, user_id2) select tenant_id, id, \(free.id) from accounts where id = \(ada.id)"
            )
        }
        #expect(error?.constraint == "matches_blocked_check")
    }

    @Test func `only a member reports a match`() async throws {
        let body = #"{"match_id": \#(scenario.match), "reason": "abuse"}"#
        #expect(try await send("POST", "reports/", scenario.partner.token, body).status == 201)
        let refused = try await send("POST", "reports/", scenario.stranger.token, body)
        #expect(refused.status == 422 && refused.faultyFields == ["match_id"])
    }

    @Test func `the export holds matches and meetups as the caller may see them`() async throws {
        let export = try await send("GET", "export/", scenario.owner.token)
        guard case .array(let matches)? = export["matches"], case .array(let meetups)? = export["meetups"]
        else {
            Issue.record("\(export)")
            return
        }
        #expect(matches.compactMap { $0["match_id"]?.integer } == [scenario.match])
        #expect(matches[0]["profile"]?["username"]?.text == scenario.partner.username)
        #expect(matches[0]["profile"]?["email"] == nil)
        #expect(meetups.map { $0["match_id"]?.integer } == [scenario.match])
        #expect(meetups[0]["met"] == .null)
    }
}
