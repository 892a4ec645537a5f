import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

@Suite(.database) struct TreeTests {
    @Test func `members read the tree, and only admins write it`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market(.total, line: 44.5)
        let event = try await book.call("GET", "events/\(market.event)/", as: ada)
        guard case .array(let markets)? = event["markets"],
            case .array(let outcomes)? = markets[0]["outcomes"]
        else {
            throw WorldError.notRegistered("event", event.text)
        }
        #expect(outcomes.map { $0["name"]?.text } == ["Over 44.5", "Under 44.5"])
        #expect(outcomes.map { $0["line"]?.double } == [44.5, 44.5])
        #expect(outcomes.map { $0["price_decimal"]?.double } == [1.9091, 1.9091])
        let body: JSONObject = ["sport": "soccer", "name": "Cup"]
        #expect(try await book.call("POST", "admin/tournaments/", as: ada, body).status == 403)
        #expect(try await book.call("PATCH", "admin/events/\(market.event)/", as: ada, [:]).status == 403)
        _ = try await book.world.addTenant("wordup", modules: [.meetups])
        #expect(try await book.world.send("GET", "events/", tenant: "wordup").status == 404)
    }

    @Test func `markets have all sides of their kind, and a line where one belongs`() async throws {
        let book = try await SportsbookWorld()
        let event = try await book.event()
        func post(_ body: JSONObject) async throws -> Answer {
            try await book.call("POST", "admin/markets/", as: book.admin, body)
        }
        let both: JSONValue = [["side": "home", "price": "-110"], ["side": "away", "price": "-110"]]
        let id = JSONValue.integer(event)
        #expect(
            try await post(["event_id": id, "kind": "spread", "outcomes": both]).faultyFields == ["line"]
        )
        #expect(
            try await post(["event_id": id, "kind": "moneyline", "line": 3, "outcomes": both]).faultyFields
                == ["line"]
        )
        #expect(
            try await post(["event_id": id, "kind": "match_result", "outcomes": both]).faultyFields == [
                "outcomes"
            ]
        )
        #expect(
            try await post(["event_id": 999_999, "kind": "moneyline", "outcomes": both]).faultyFields == [
                "event_id"
            ]
        )
        #expect(
            try await post(["event_id": id, "kind": "moneyline", "period": "half", "outcomes": both])
                .faultyFields
                == ["period"]
        )
        book.expect(201, try await post(["event_id": id, "kind": "moneyline", "outcomes": both]))
        #expect(
            try await post(["event_id": id, "kind": "moneyline", "outcomes": both]).code == "market_exists"
        )
    }

    @Test func `a line moves while there are no bets`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let event = try await book.event()
        let market = try await book.market(.total, line: 44.5, of: event)
        _ = try await book.market(.total, line: 46, of: event)
        func move(_ line: Int64) async throws -> Answer {
            try await book.call(
                "PATCH",
                "admin/markets/\(market.id)/",
                as: book.admin,
                ["line": .integer(line)]
            )
        }
        let moved = book.expect(200, try await move(45))
        #expect(moved["line"]?.double == 45)
        #expect(try await book.call("GET", "outcomes/\(market["over"])/", as: ada)["name"] == "Over 45")
        #expect(try await move(46).code == "market_exists")
        _ = try await book.placed([(market["over"], "-110")], as: ada)
        #expect(try await move(47).code == "has_bets")
        for path in ["markets/\(market.id)", "events/\(event)"] {
            let answer = try await book.call("DELETE", "admin/\(path)/", as: book.admin)
            #expect(answer.status == 409 && answer.code == "has_bets", "\(answer)")
        }
        let empty = try await book.market()
        #expect(try await book.call("DELETE", "admin/events/\(empty.event)/", as: book.admin).status == 204)
        #expect(try await book.call("GET", "outcomes/\(empty["home"])/", as: ada).status == 404)
    }

    @Test func `a result needs both scores, and stays a result`() async throws {
        let book = try await SportsbookWorld()
        let market = try await book.market()
        func patch(_ body: JSONObject) async throws -> Answer {
            try await book.call("PATCH", "admin/events/\(market.event)/", as: book.admin, body)
        }
        #expect(try await patch(["status": "final"]).faultyFields == ["away_score", "home_score"])
        #expect(try await patch(["status": "final", "home_score": 7]).faultyFields == ["away_score"])
        #expect(
            try await patch(["status": "final", "home_score": -1, "away_score": 0]).faultyFields == [
                "home_score"
            ]
        )
        #expect(try await patch(["home": "Bills"]).faultyFields == ["away"])
        book.expect(200, try await patch(["status": "final", "home_score": 7, "away_score": 0]))
        #expect(try await patch(["status": "scheduled"]).code == "event_state")
        #expect(
            try await book.call("PATCH", "admin/markets/\(market.id)/", as: book.admin, ["status": "open"])
                .code
                == "market_state"
        )
        #expect(
            try await book.call(
                "PATCH",
                "admin/outcomes/\(market["home"])/",
                as: book.admin,
                ["price": "+150"]
            ).code
                == "market_state"
        )
        let cancelled = book.expect(200, try await patch(["status": "cancelled"]))
        #expect(cancelled["home_score"] == .null)
        #expect(try await book.call("GET", "markets/\(market.id)/", as: book.admin)["status"] == "void")
        book.expect(200, try await patch(["status": "final", "home_score": 3, "away_score": 0]))
        #expect(try await book.call("GET", "markets/\(market.id)/", as: book.admin)["status"] == "settled")
    }

    @Test func `edits honour If-Match`() async throws {
        let book = try await SportsbookWorld()
        let market = try await book.market()
        let path = "admin/outcomes/\(market["home"])/"
        let tag = try #require(try await book.call("GET", path, as: book.admin).header("ETag"))
        let body: JSONObject = ["price": "+150"]
        book.expect(200, try await book.call("PATCH", path, as: book.admin, body, headers: ["If-Match": tag]))
        let stale = try await book.call(
            "PATCH",
            path,
            as: book.admin,
            ["price": "+160"],
            headers: ["If-Match": tag]
        )
        #expect(stale.status == 412)
        #expect(stale.header("ETag") == (try await book.call("GET", path, as: book.admin).header("ETag")))
    }

    @Test func `events are filtered by time, tournament and week`() async throws {
        let book = try await SportsbookWorld()
        let (nfl, cup) = (try await book.tournament(), try await book.tournament())
        let soon = try await book.event(in: nfl, startsIn: 3_600)
        let later = try await book.event(in: nfl, startsIn: 5 * 86_400)
        let far = try await book.event(in: cup, startsIn: 8 * 86_400)
        _ = try book.owner.query("update events set week = 13 where id = $1", .integer(later))
        func ids(_ query: String) async throws -> [Int64] {
            try await book.call("GET", "events/?\(query)", as: book.admin).items.compactMap {
                $0["id"]?.integer
            }
        }
        #expect(try await ids("") == [soon, later, far])
        #expect(try await ids("tournament=\(cup)") == [far])
        #expect(try await ids("tournament=\(nfl),\(cup)&week=12") == [soon, far])
        #expect(try await ids("week=13") == [later])
        #expect(try await ids("week=current") == [soon])
        let start = try #require(
            try await book.call("GET", "events/\(later)/", as: book.admin)["starts_at"]?.text
        )
        #expect(try await ids("from=\(start)") == [later, far])
        #expect(try await ids("to=\(start)") == [soon])
        try await book.finish(soon, 7, 0)
        #expect(try await ids("week=current") == [later])
        let page = try await book.call("GET", "events/?limit=1", as: book.admin)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await ids("limit=2&cursor=\(cursor)") == [later, far])
        for query in ["week=next", "week=-1", "from=yesterday", "tournament=x", "odd=1"] {
            #expect(try await book.call("GET", "events/?\(query)", as: book.admin).status == 400, "\(query)")
        }
    }

    @Test func `the leaderboard ranks by profit, and ties share a rank`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let (chen, dora) = (try await book.person("Chen"), try await book.person("Dora"))
        let market = try await book.market(prices: ["+100", "+100"])
        for (person, side) in [(ada, "home"), (ben, "home"), (chen, "away")] {
            _ = try await book.placed([(market[side], "+100")], as: person)
        }
        let other = try await book.market(prices: ["+100", "+100"])
        _ = try await book.placed([(other["home"], "+100")], as: dora)
        try await book.finish(market.event, 7, 0)
        try await book.settle(market.event)
        func rows(_ query: String, as person: SignedInPerson? = nil) async throws -> [String] {
            try await book.call("GET", "leaderboard/?\(query)", as: person ?? ada).items.map { item in
                let name = item["person"]?["username"]?.text ?? ""
                return "\(item["rank"]?.integer ?? 0) \(name) \(item["profit_cents"]?.integer ?? 0)"
                    + " \(item["won"]?.integer ?? 0)/\(item["bets"]?.integer ?? 0)"
            }
        }
        let all = ["1 Ada 10000 1/1", "1 Ben 10000 1/1", "3 Chen -10000 0/1"]
        #expect(try await rows("") == all)
        let page = try await book.call("GET", "leaderboard/?limit=2", as: ada)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await rows("limit=2&cursor=\(cursor)") == [all[2]])
        #expect(try await rows("from=2100-01-01T00:00:00Z") == [])
        let tournament = try await book.call("GET", "events/\(other.event)/", as: ada)["tournament_id"]?
            .integer
        #expect(try await rows("tournament=\(tournament ?? 0)") == [])
        try await book.setStatus("suspended", of: ada)
        #expect(try await rows("", as: chen) == ["1 Ben 10000 1/1", "2 Chen -10000 0/1"])
        try await book.setStatus("active", of: ada)
        #expect(try await rows("", as: chen) == all)
        book.expect(201, try await book.call("POST", "blocks/\(ada.id)/", as: ben))
        #expect(try await rows("", as: ben) == [all[1], all[2]])
    }
    @Test func `friends are ranked among themselves, with the caller`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let (chen, dora) = (try await book.person("Chen"), try await book.person("Dora"))
        let market = try await book.market(prices: ["+100", "+100"])
        for (person, side) in [(ada, "home"), (ben, "away"), (chen, "away"), (dora, "home")] {
            _ = try await book.placed([(market[side], "+100")], as: person)
        }
        try await book.finish(market.event, 7, 0)
        try await book.settle(market.event)
        func rows(_ query: String, as person: SignedInPerson) async throws -> [String] {
            try await book.call("GET", "leaderboard/?\(query)", as: person).items.map { item in
                "\(item["rank"]?.integer ?? 0) \(item["person"]?["username"]?.text ?? "")"
            }
        }
        #expect(try await rows("friends=true", as: ben) == ["1 Ben"])
        for person in [ada, chen] {
            let asked: JSONObject = ["username": .string(person.username)]
            book.expect(201, try await book.call("POST", "friends/", as: ben, asked))
        }
        book.expect(200, try await book.call("PUT", "friends/\(ben.id)/", as: ada))
        // Who was asked and has not accepted is no friend.
        #expect(try await rows("friends=true", as: ben) == ["1 Ada", "2 Ben"])
        #expect(try await rows("friends=true", as: dora) == ["1 Dora"])
        #expect(try await rows("friends=false", as: ben).count == 4)
        let page = try await book.call("GET", "leaderboard/?friends=true&limit=1", as: ben)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await rows("friends=true&cursor=\(cursor)", as: ben) == ["2 Ben"])
        #expect(try await book.call("GET", "leaderboard/?cursor=\(cursor)", as: ben).status == 400)
        #expect(try await book.call("GET", "leaderboard/?friends=yes", as: ben).status == 400)
    }
}
