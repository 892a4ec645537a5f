import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// Scores of games that are being played, and other rules of what admins may set.
@Suite(.database) struct RunningScoreTests {
    private let book: SportsbookWorld
    private let event: Int64

    init() async throws {
        book = try await SportsbookWorld()
        event = try await book.event()
    }

    private func patch(_ body: JSONObject) async throws -> Answer {
        try await book.call("PATCH", "admin/events/\(event)/", as: book.admin, body)
    }

    private func shown() async throws -> [JSONValue?] {
        let answer = try await book.call("GET", "events/\(event)/", as: book.admin)
        return [answer["status"], answer["home_score"], answer["away_score"]]
    }

    @Test func `an admin enters a running score, which the stream tells and nothing settles`() async throws {
        try book.owner.execute("delete from live_updates; update live_counters set pruned = seq")
        book.expect(200, try await patch(["status": "live", "home_score": 7, "away_score": 3]))
        #expect(try await shown() == ["live", 7, 3])
        let tenant = Parameter.integer(book.world.tenant.id.rawValue)
        let updates = try book.owner.query(LiveStore.updates(tenant, .integer(0), .integer(10))).all
        #expect(updates.map(\.message.change) == [.event(event, Extensible(.live), .init(home: 7, away: 3))])
        // Without scores they stay; an admin may also take points back.
        book.expect(200, try await patch(["status": "live"]))
        #expect(try await shown() == ["live", 7, 3])
        book.expect(200, try await patch(["status": "live", "home_score": 0, "away_score": 3]))
        #expect(try await shown() == ["live", 0, 3])
        #expect(try book.owner.query("select 1 from jobs where kind = 'settle_event'").count == 0)
        book.expect(200, try await patch(["status": "scheduled"]))
        #expect(try await shown() == ["scheduled", .null, .null])
        book.expect(200, try await patch(["status": "final", "home_score": 7, "away_score": 3]))
        #expect(try await patch(["status": "live", "home_score": 7, "away_score": 3]).code == "event_state")
        #expect(try await shown() == ["final", 7, 3])
    }

    @Test(
        arguments: [
            (["status": "live", "home_score": 7], ["away_score"]),
            (["status": "live", "away_score": -1, "home_score": 0], ["away_score"]),
            (["status": "scheduled", "home_score": 7, "away_score": 3], ["away_score", "home_score"]),
            (["home_score": 7, "away_score": 3], ["away_score", "home_score"]),
            (["status": "final", "home_score": 7], ["away_score"]),
        ] as [(JSONObject, [String])]
    )
    func `scores come together, with a state that has them`(body: JSONObject, fields: [String]) async throws {
        let answer = try await patch(body)
        #expect(answer.status == 422 && answer.faultyFields.sorted() == fields, "\(answer)")
        #expect(try await shown() == ["scheduled", .null, .null])
    }

    @Test func `the line of a total is above zero`() async throws {
        let total = try await book.market(.total, line: 44.5, of: event)
        for line in [0, -44] as [JSONValue] {
            let path = "admin/markets/\(total.id)/"
            let moved = try await book.call("PATCH", path, as: book.admin, ["line": line])
            #expect(moved.status == 422 && moved.faultyFields == ["line"], "\(moved)")
            let body: JSONObject = [
                "event_id": .integer(event), "kind": "total", "line": line,
                "outcomes": [["side": "over", "price": "-110"], ["side": "under", "price": "-110"]],
            ]
            let made = try await book.call("POST", "admin/markets/", as: book.admin, body)
            #expect(made.status == 422 && made.faultyFields == ["line"], "\(made)")
        }
        _ = try await book.market(.total, line: 0.25, of: event)
        _ = try await book.market(.spread, line: 0, of: event)
    }

    @Test func `only a market is void`() async throws {
        let market = try await book.market(of: event)
        let path = "admin/outcomes/\(market["home"])/"
        for status in ["void", "won", "lost", "pushed"] {
            let answer = try await book.call("PATCH", path, as: book.admin, ["status": .string(status)])
            #expect(answer.status == 422 && answer.faultyFields == ["status"], "\(answer)")
        }
        for status in ["suspended", "active"] {
            let answer = try await book.call("PATCH", path, as: book.admin, ["status": .string(status)])
            #expect(answer.status == 200 && answer["status"]?.text == status, "\(answer)")
        }
    }
}
