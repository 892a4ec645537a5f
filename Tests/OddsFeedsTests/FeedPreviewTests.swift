import Database
import Outbound
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import OddsFeeds

/// What a source would bring, before it is registered.
@Suite(.database) struct FeedPreviewTests {
    private func body(_ world: FeedWorld, _ options: JSONObject = [:]) -> JSONObject {
        [
            "source": "html", "url": .string("http://127.0.0.1:\(world.server.port)/"),
            "options": .object(options.or(FeedWorld.pageOptions)),
        ]
    }

    private func with(_ members: JSONObject, _ body: JSONObject) -> JSONObject { members.or(body) }

    private func preview(_ world: FeedWorld, _ body: JSONObject) async throws -> Answer {
        try await world.send("POST", "admin/feeds/preview/", body)
    }

    private func games(_ answer: Answer) -> [JSONValue] {
        if case .array(let games)? = answer["games"] { games } else { [] }
    }

    private func problems(_ answer: Answer) -> [String] {
        if case .array(let problems)? = answer["problems"] { problems.compactMap(\.text) } else { [] }
    }

    @Test func `it shows the games as they are imported then, and stores nothing`() async throws {
        let world = try await FeedWorld()
        world.play(.init(), .init(home: "Dallas", away: "Denver", hours: 50, line: "-3", total: "44"))
        let answer = try await preview(world, body(world))
        #expect(answer.status == 200 && problems(answer).isEmpty, "\(answer)")
        let tables = ["odds_feeds", "tournaments", "events", "jobs", "audit where action like 'feed%'"]
        for table in tables {
            #expect(try await world.number("select count(*) from \(table)") == 0, "\(table)")
        }
        let found = games(answer)
        #expect(found.map { $0["home"]?.text } == ["Seattle", "Dallas"])
        guard case .array(let markets)? = found.first?["markets"] else {
            throw WorldError.notRegistered("", "")
        }
        #expect(markets.map { $0["kind"]?.text } == ["spread", "total", "moneyline"])
        #expect(markets[0]["line"]?.double == -5 && markets[0]["prices"] == "assumed")
        // What is imported afterwards is the same.
        #expect(try await world.run(try await world.page())["status"] == "ok")
        let events = try await world.send("GET", "events/").items
        for (game, event) in zip(found, events) {
            for name in ["home", "away", "starts_at", "week", "status", "home_score", "away_score"] {
                #expect(game[name] == event[name], "\(name)")
            }
        }
        #expect(events.count == 2 && found[0]["week"] == 1)
        let ids = try world.texts("select external_id from events order by starts_at")
        #expect(found.map { $0["external_id"]?.text } == ids)
    }

    @Test func `problems are sentences`() async throws {
        let world = try await FeedWorld()
        world.play(.init())
        let nothing = try await preview(world, body(world, ["row": "//table[@id='x']//tr"]))
        #expect(nothing.status == 200 && games(nothing).isEmpty)
        #expect(problems(nothing) == ["The XPath of the rows matches nothing."])
        let fields = try await preview(world, body(world, ["fields": ["line": "td[9]"]]))
        #expect(problems(fields) == ["The XPath of the field line matches nothing."])
        // One game contradicts itself; the other would be imported.
        world.play(.init(), .init(home: "Dallas", away: "Denver", hours: 50, line: "-3", money: "+130 -$150"))
        let mixed = try await preview(world, body(world))
        #expect(games(mixed).map { $0["home"]?.text } == ["Seattle"])
        #expect(
            problems(mixed).count == 1 && problems(mixed)[0].contains("Dallas against Denver"),
            "\(mixed)"
        )
        world.answer { _ in .answer(404) }
        #expect(problems(try await preview(world, body(world))) == ["The page answered 404."])
        world.answer { _ in .hangUp }
        #expect(problems(try await preview(world, body(world))).first?.hasPrefix("No answer") == true)
    }

    @Test func `The Odds API is read with the key, which is nowhere in the answer`() async throws {
        let world = try await FeedWorld()
        let time = FeedWorld.base.adding(seconds: 86_400)
        let event = """
            [{"id":"g1","sport_key":"americanfootball_nfl","sport_title":"NFL","commence_time":"\(time)",
              "home_team":"Boston","away_team":"Miami","bookmakers":[{"key":"draftkings","markets":[
              {"key":"h2h","outcomes":[{"name":"Miami","price":230},{"name":"Boston","price":-280}]}]}]}]
            """
        world.answer { _ in .answer(200, body: event) }
        let body: JSONObject = [
            "source": "odds_api", "key": "s3cret-key", "options": .object(FeedWorld.apiOptions),
        ]
        let answer = try await preview(world, body)
        #expect(answer.status == 200 && games(answer).map { $0["home"] } == ["Boston"], "\(answer)")
        #expect(
            world.server.received.map(\.line).allSatisfy {
                $0.hasPrefix("GET /api/v4/sports/americanfootball_nfl/odds?apiKey=s3cret-key&")
            }
        )
        #expect(world.server.received.count == 1)
        world.answer { _ in .answer(401, body: #"{"error_code":"INVALID_KEY s3cret-key"}"#) }
        let refused = try await preview(world, body)
        #expect(problems(refused).count == 1 && !refused.text.contains("s3cret"), "\(refused)")
        #expect(world.world.failureReports.allSatisfy { !$0.contains("s3cret") })
        #expect(try await world.number("select count(*) from odds_feed_keys") == 0)
    }

    @Test func `what is checked at registration is checked here`() async throws {
        let world = try await FeedWorld(addresses: .publicOnly)
        let url: JSONObject = ["url": "https://odds.example.org/"]
        let cases: [(JSONObject, [String])] = [
            ([:], ["source"]), (["source": "html"], ["options.sport", "options.tournament", "url"]),
            (["source": "odds_api"], ["key", "options.regions", "options.sport"]),
            (with(["url": "https://127.0.0.1/"], body(world)), ["url"]),
            (with(["key": "abc"], url.or(body(world))), ["key"]),
            (with(["name": "x"], url.or(body(world))), ["name"]),
            (url.or(body(world, ["fields": ["line": "td["]])), ["options.fields.line"]),
            (url.or(body(world, ["time_zone": "Mars/Base"])), ["options.time_zone"]),
        ]
        for (body, fields) in cases {
            let answer = try await preview(world, body)
            #expect(answer.status == 422 && answer.faultyFields.sorted() == fields, "\(body): \(answer)")
        }
        let path = "admin/feeds/preview/"
        let member = try await world.world.send("POST", path, token: world.member.token, body(world))
        #expect(member.status == 403)
        #expect(world.server.received.isEmpty)
    }

    @Test(
        arguments: [
            ("delete from tokens", 401),
            ("update accounts set status = 'suspended' where username = 'ada'", 401),
            ("update accounts set role = 'member' where username = 'ada'", 403),
        ]
    )
    func `who loses the right while the source answers gets nothing`(loss: String, status: Int) async throws {
        let world = try await FeedWorld()
        // The last admin of a tenant stays.
        try world.world.promote(world.member, .admin)
        let page = OddsPage.page(sunday: [FeedWorld.Game().row])
        world.answer { [database = world.world.database] _ in
            do { try database.owner.execute(loss) } catch { return .answer(500) }
            return .answer(200, body: page)
        }
        let answer = try await preview(world, body(world))
        #expect(answer.status == status && !answer.text.contains("Seattle"), "\(answer)")
    }
}
