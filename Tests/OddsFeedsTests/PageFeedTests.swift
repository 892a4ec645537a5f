import Outbound
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import OddsFeeds

/// A page as a feed, from the request to the tree.
@Suite(.database) struct PageFeedTests {
    private typealias Game = FeedWorld.Game

    private let other = Game(
        home: "Dallas",
        away: "Denver",
        hours: 50,
        line: "-3",
        total: "44",
        money: "-$150 +$130"
    )

    @Test func `a page becomes events with their markets, and reading it again changes nothing`() async throws
    {
        let world = try await FeedWorld()
        world.play(Game(), other)
        let id = try await world.page()
        let row = try await world.run(id)
        #expect(row["status"] == "ok" && row["last_error"] == .null, "\(row)")
        #expect(row["last_success_at"]?.text == row["last_run_at"]?.text)
        #expect(try world.markets() == ["Dallas: open open open", "Seattle: open open open"])
        let rows = """
            select e.home || e.away || e.starts_at || e.xmin || m.xmin || o.xmin
              from events e join markets m on m.event_id = e.id join outcomes o on o.market_id = m.id order by o.id
            """
        let before = try world.texts(rows)
        try await world.run(id)
        #expect(try world.texts(rows) == before && before.count == 12)
        #expect(try world.texts("select source from events limit 1") == ["feed:\(id)"])
        #expect(
            try world.texts("select prices from markets where kind = 'spread'") == ["assumed", "assumed"]
        )
        let next = try #require(row["next_run_at"]?.text.flatMap { Timestamp($0) })
        #expect((20_000_000...22_000_000).contains(next.milliseconds - Timestamp.now.milliseconds))
    }

    @Test func `local times are of the feed's zone`() async throws {
        let world = try await FeedWorld()
        let date = Timestamp.now.adding(seconds: 40 * 86_400).civil
        let row = ["\(date.month)/\(date.day) 8:35 ET", "At Seattle", "-5", "Green Bay", "47", "-$240 +$200"]
        world.answer(page: OddsPage.page(sunday: [row]))
        try await world.run(try await world.page())
        let local =
            "select to_char(starts_at at time zone 'America/New_York', 'FMMM/FMDD HH24:MI') from events"
        #expect(try world.texts(local) == ["\(date.month)/\(date.day) 20:35"])
    }

    @Test func `prices and lines move`() async throws {
        let world = try await FeedWorld()
        world.play(Game())
        let id = try await world.page()
        try await world.run(id)
        world.play(Game(line: "-6", money: "-$260 +$220"))
        try await world.run(id)
        let prices =
            "select o.price::text from outcomes o join markets m on m.id = o.market_id where m.kind = 'moneyline' order by 1"
        #expect(try world.texts(prices) == ["-260", "220"])
        #expect(try world.texts("select line_quarters::text from markets where kind = 'spread'") == ["-24"])
    }

    @Test func `a contradiction suspends its event, tells the admins once, and a clean run opens it again`()
        async throws
    {
        let world = try await FeedWorld()
        world.play(Game(), other)
        let id = try await world.page()
        try await world.run(id)
        world.play(Game().swapped, other)
        var row = try await world.run(id)
        #expect(row["status"] == "failing")
        #expect(row["last_error"] == "Green Bay against Seattle: home and away are swapped.")
        let suspended = "suspended/feed suspended/feed suspended/feed"
        #expect(try world.markets() == ["Dallas: open open open", "Seattle: \(suspended)"])
        #expect(try world.notices() == ["Green Bay against Seattle: home and away are swapped."])
        #expect(try world.reasons() == ["feedContradiction"])
        #expect(
            try await world.number("select account_id from notices where kind = 'feed_failed'")
                == world.admin.id
        )
        // Read, if not clean: after a minute again.
        let next = try #require(row["next_run_at"]?.text.flatMap { Timestamp($0) })
        #expect((30_000...61_000).contains(next.milliseconds - Timestamp.now.milliseconds))
        try await world.run(id)
        #expect(try world.notices().count == 1)
        world.play(Game(), other)
        row = try await world.run(id)
        #expect(row["status"] == "ok" && row["last_error"] == .null)
        #expect(try world.markets() == ["Dallas: open open open", "Seattle: open open open"])
        // The next time is another notice.
        world.play(Game(money: "+$150 +$150"), other)
        try await world.run(id)
        #expect(try world.notices().count == 2)
        #expect(try await world.number("select count(*) from jobs where kind = 'settle_event'") == 0)
    }

    @Test func `what an admin suspended or voided stays`() async throws {
        let world = try await FeedWorld()
        world.play(Game(), other)
        let id = try await world.page()
        try await world.run(id)
        let ids = try world.texts(
            "select m.id::text from markets m join events e on e.id = m.event_id where e.home = 'Dallas' order by m.kind"
        )
        for (market, status) in [(ids[0], "suspended"), (ids[1], "void")] {
            let answer = try await world.send(
                "PATCH",
                "admin/markets/\(market)/",
                ["status": .string(status)]
            )
            #expect(answer.status == 200, "\(answer)")
        }
        let expected = "Dallas: suspended/admin void/admin"
        world.answer(page: "<p>closed")
        try await world.run(id)
        #expect(try world.markets()[0].hasPrefix(expected))
        world.play(Game(), other)
        try await world.run(id)
        #expect(try world.markets() == ["\(expected) open", "Seattle: open open open"])
    }

    @Test func `another structure suspends everything and changes nothing`() async throws {
        let world = try await FeedWorld()
        world.play(Game(), other)
        let id = try await world.page()
        try await world.run(id)
        for page in [
            "<p>We have moved.", OddsPage.page(sunday: [["9/7 1:00 ET", "At A", "many", "B", "44", ""]]),
        ] {
            world.answer(page: page)
            let row = try await world.run(id)
            #expect(row["status"] == "failing")
            #expect(
                try world.markets().allSatisfy {
                    $0.hasSuffix(": suspended/feed suspended/feed suspended/feed")
                }
            )
        }
        #expect(try world.notices() == ["The XPath of the rows matches nothing."])
        #expect(try world.reasons() == ["feedStructure"])
        #expect(try await world.number("select count(*) from events") == 2)
        world.play(Game(), other)
        try await world.run(id)
        #expect(try world.markets().allSatisfy { $0.hasSuffix(": open open open") })
    }

    @Test func `fewer than half of the games suspends everything`() async throws {
        let world = try await FeedWorld()
        let third = Game(home: "Miami", away: "Boston", hours: 60)
        world.play(Game(), other, third)
        let id = try await world.page()
        try await world.run(id)
        world.play(Game())
        let row = try await world.run(id)
        #expect(row["last_error"] == "The feed has 1 upcoming games; before, it had 3.")
        #expect(
            try world.markets().allSatisfy { $0.hasSuffix(": suspended/feed suspended/feed suspended/feed") }
        )
    }

    // MARK: Silence

    @Test func `a silent feed is suspended once, and a clean run opens it again`() async throws {
        let world = try await FeedWorld()
        world.play(Game())
        let id = try await world.page()
        try await world.run(id)
        // Every six hours until a day before: 18 h are three intervals, and a little.
        try await world.poll(at: .now.adding(seconds: 17 * 3600))
        #expect(try world.markets() == ["Seattle: open open open"])
        try await world.poll(at: .now.adding(seconds: 19 * 3600))
        try await world.poll(at: .now.adding(seconds: 20 * 3600))
        #expect(try world.markets() == ["Seattle: suspended/feed suspended/feed suspended/feed"])
        #expect(try world.notices() == ["It was not read for three intervals. Its markets are suspended."])
        #expect(try world.reasons() == ["feedSilent"])
        let row = try await world.send("GET", "admin/feeds/\(id)/")
        #expect(row["status"] == "silent")
        #expect(try await world.run(id)["status"] == "ok")
        #expect(try world.markets() == ["Seattle: open open open"])
    }

    @Test func `an unavailable page suspends nothing until it is silent`() async throws {
        let world = try await FeedWorld()
        world.play(Game())
        let id = try await world.page()
        try await world.run(id)
        world.answer { _ in .answer(503) }
        for minutes in [1, 2, 4] as [Int64] {
            let row = try await world.run(id)
            #expect(row["status"] == "failing" && row["last_error"] == "The page answered 503.")
            let next = try #require(row["next_run_at"]?.text.flatMap { Timestamp($0) })
            let wait = (next.milliseconds - Timestamp.now.milliseconds + 30_000) / 60_000
            #expect(wait == minutes)
        }
        #expect(try world.markets() == ["Seattle: open open open"] && world.notices().isEmpty)
        try await world.poll(at: .now.adding(seconds: 19 * 3600))
        #expect(try world.notices().count == 1)
        // It stays silent however it fails.
        #expect(try await world.run(id)["status"] == "silent")
        try await world.poll(at: .now.adding(seconds: 20 * 3600))
        #expect(try world.notices().count == 1)
    }

    @Test func `due feeds are enqueued once, and those of suspended tenants rest`() async throws {
        let world = try await FeedWorld()
        let id = try await world.page()
        try await world.poll()
        try await world.poll()
        #expect(
            try world.texts("select payload::text from jobs where kind = 'import_odds'") == [
                "{\"feed\": \(id)}"
            ]
        )
        try world.execute("delete from jobs; update tenants set status = 'suspended'")
        try await world.poll(at: .now.adding(seconds: 90_000))
        #expect(try await world.number("select count(*) from jobs where kind = 'import_odds'") == 0)
        #expect(try world.texts("select status from odds_feeds") == ["ok"])
    }

    // MARK: The page

    @Test func `redirects are followed on the same host only`() async throws {
        let world = try await FeedWorld()
        let page = OddsPage.page(sunday: [Game().row])
        world.answer { path in
            path == "/odds" ? .answer(302, headers: ["Location": "/new"]) : .answer(200, body: page)
        }
        let id = try await world.page()
        #expect(try await world.run(id)["status"] == "ok")
        for target in ["http://localhost:\(world.server.port)/new", "//example.org/", "https://127.0.0.2/"] {
            world.answer { _ in .answer(301, headers: ["Location": target]) }
            #expect(try await world.run(id)["last_error"] == "The source redirects to another host.")
        }
        world.answer { _ in .answer(301, headers: ["Location": "/odds"]) }
        #expect(try await world.run(id)["last_error"] == "The source redirects too often.")
    }

    @Test(arguments: [
        ("http://odds.example/a", "https://odds.example/b", true), ("http://odds.example/a", "/b", true),
        ("https://odds.example:8443/a", "https://ODDS.example:8443/b", true),
        ("https://odds.example/a", "https://odds.example:443/b", true),
        ("https://odds.example/a", "http://odds.example/b", false),
        ("https://odds.example/a", "https://odds.example:8443/b", false),
        ("http://odds.example/a", "http://odds.example:5432/b", false),
        ("http://odds.example:8080/a", "https://odds.example/b", false),
        ("http://odds.example/a", "https://odds.example:8443/b", false),
        ("http://odds.example/a", "http://user@odds.example/b", false),
        ("http://odds.example/a", "http://odds.example.org/b", false),
    ])
    func `a redirect stays at the host and its port`(url: String, location: String, isFollowed: Bool) {
        let target = try? FeedReader.target(of: location, from: url)
        #expect((target != nil) == isFollowed)
    }

    @Test func `a page without end and an XPath without end`() async throws {
        let world = try await FeedWorld()
        world.answer { _ in .flood(200) }
        let id = try await world.page(["fields": ["total": "count(//*[count(//*[count(//*) > 1]) > 1])"]])
        #expect(
            try await world.run(id)["last_error"] == "No answer: the answer is larger than 2097152 bytes."
        )
        world.answer(page: OddsPage.page(sunday: Array(repeating: Game().row, count: 300)))
        #expect(
            try await world.run(id)["last_error"] == "Cannot read the field total: the XPath takes too long."
        )
    }

    @Test func `a private address is refused at the connection too`() async throws {
        let world = try await FeedWorld()
        world.play(Game())
        let id = try await world.page()
        let row = try await world.run(id, addresses: .publicOnly)
        #expect(row["last_error"] == "No answer: the host has no allowed address.")
        #expect(world.server.received.isEmpty)
    }
}

extension FeedWorld.Game {
    fileprivate var swapped: FeedWorld.Game {
        var game = self
        (game.home, game.away) = (away, home)
        return game
    }
}
