import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import Sportsbook

/// The simulation on a real tree.
@Suite(.database) struct SimulationPlayerTests {
    private static func options(
        rate: Double = 5_000,
        events: Int = 20,
        all: Bool = false
    ) -> SimulationPlayer.Options {
        var options = SimulationPlayer.Options()
        options.rate = rate
        options.events = events
        options.includesReal = all
        return options
    }

    @Test func `prices of the next events move within their bounds, and stay made up`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        let other = try await CupSite.make(slug: "other")
        #expect(try await other.fill(at: .now))
        let mine = "where tenant_id = \(site.tenant.id.rawValue)"
        let theirs = try site.texts(
            "select (o.*)::text from outcomes o where tenant_id <> \(site.tenant.id.rawValue)"
        )
        let audited = try site.number("select count(*) from audit")
        let first = try site.prices()
        let played = try await site.play(Self.options(), updates: 600)
        #expect(try #require(played).total >= 600)
        let now = try site.prices()
        let moved = now.filter { first[$0.key] != $0.value }
        #expect((30...100).contains(moved.count), "of 20 events with five outcomes each")
        for (outcome, price) in moved {
            let start = try #require(first[outcome])
            #expect(PriceWalk(around: start).position(of: price) != nil, "\(start.text) became \(price.text)")
        }
        // The demo's first prices are known, so another run does not walk on from where this one ended.
        _ = try await site.play(Self.options(), updates: 600)
        for (outcome, price) in try site.prices() {
            let start = try #require(first[outcome])
            #expect(PriceWalk(around: start).position(of: price) != nil, "\(start.text) became \(price.text)")
        }
        #expect(try site.number("select count(*) from markets \(mine) and prices <> 'made_up'") == 0)
        #expect(try site.number("select count(*) from markets \(mine) and status = 'suspended'") == 0)
        // Kick-offs that moved are back.
        #expect(
            try site.number(
                "select count(*) from events \(mine) and extract(minute from starts_at)::int % 15 <> 0"
            ) == 0
        )
        let after = try site.texts(
            "select (o.*)::text from outcomes o where tenant_id <> \(site.tenant.id.rawValue)"
        )
        #expect(after == theirs)
        #expect(try site.number("select count(*) from audit") == audited)
    }

    @Test func `real prices stay as they are, and what an admin suspended stays suspended`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        try site.owner.execute(
            """
            update markets set prices = 'quoted' where id % 3 = 0;
            update markets set prices = 'assumed' where id % 3 = 1 and id % 2 = 0;
            update markets set status = 'suspended', status_by = 'admin' where status = 'open' and id % 5 = 0;
            update markets set status = 'suspended', status_by = 'feed' where status = 'open' and id % 7 = 0;
            update outcomes set status = 'suspended' where status = 'active' and id % 11 = 0
            """
        )
        let untouched = """
            select (o.*)::text || (m.*)::text from outcomes o
              join markets m on m.tenant_id = o.tenant_id and m.id = o.market_id
             where m.prices <> 'made_up' or m.status <> 'open' or o.status <> 'active' order by o.id
            """
        let before = try site.texts(untouched)
        let starts =
            "select (e.*)::text from events e where exists (select from markets m where m.event_id = e.id and prices <> 'made_up') order by id"
        let real = try site.texts(starts)
        _ = try await site.play(Self.options(events: 100), updates: 1_000)
        #expect(try site.texts(untouched) == before)
        #expect(try site.texts(starts) == real)
        // With all, only those that are suspended stay.
        let quoted =
            "select sum(price) from outcomes o join markets m on m.id = o.market_id where m.prices = 'quoted'"
        let sum = try site.number(quoted)
        _ = try await site.play(Self.options(events: 100, all: true), updates: 1_000)
        #expect(try site.number(quoted) != sum)
        #expect(try site.number("select count(*) from markets where prices = 'quoted'") > 50)
        let held =
            "select count(*) from markets where status = 'suspended' and status_by in ('admin', 'feed')"
        #expect(try site.number(held) > 50)
    }

    @Test func `events begin, end and are settled, real ones never`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        // With bets, so that there is something to settle.
        try site.owner.execute(
            """
            update events set starts_at = date_trunc('minute', now()) - interval '3 hours'
             where id in (select event_id from bet_legs) and status = 'scheduled';
            update markets set prices = 'quoted'
             where id = (select min(m.id) from markets m join events e on e.id = m.event_id
                          where e.status = 'scheduled' and e.starts_at < now())
            """
        )
        let started = "from events where status = 'scheduled' and starts_at < now()"
        let count = try site.number("select count(*) \(started)")
        #expect(count > 3)
        let ended = try site.number("select count(*) from events where status = 'final'")
        let played = try #require(try await site.play(Self.options(events: 50), updates: 200))
        #expect(try site.number("select count(*) \(started)") == 1)
        #expect(played.begun == count - 1)
        #expect(played.ended == count - 1)
        #expect(try site.number("select count(*) from events where status = 'final'") == ended + count - 1)
        #expect(try site.number("select count(*) from jobs where kind = 'settle_event'") >= count - 1)
        try await site.settle()
        #expect(try await site.differences().isEmpty)
        // The job enters the same result where the simulation did not.
        let results =
            "select external_id || ' ' || home_score || ' ' || away_score as row from events where status = 'final'"
        for row in try site.texts(results) {
            let words = row.split(separator: " ")
            let game = MadeUpGame(String(words[0]), sport: MadeUpGame.soccer)
            #expect("\(game.result.home) \(game.result.away)" == words.dropFirst().joined(separator: " "))
        }
    }

    @Test func `an event goes live when its time comes`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        try site.owner.execute(
            """
            update events set starts_at = now() - interval '40 minutes'
             where id = (select min(id) from events where status = 'scheduled')
            """
        )
        // Each start looks at once at what is due: the first begins the game, and the second writes its score.
        for _ in 0..<2 { _ = try await site.play(Self.options(events: 5), updates: 50) }
        let live = try site.texts(
            "select external_id || ' ' || home_score || ' ' || away_score from events where status = 'live'"
        )
        #expect(live.count == 1)
        let id = try #require(live.first?.split(separator: " ").first.map(String.init))
        let score = MadeUpGame(id, sport: MadeUpGame.soccer).score(after: 2_400)
        #expect(live == ["\(id) \(score.home) \(score.away)"])
    }

    @Test func `markets that a killed simulation left suspended open at the next start`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        try site.owner.execute(
            """
            update markets set status = 'suspended', status_by = 'simulation' where status = 'open' and id % 10 = 0;
            update markets set status = 'suspended', status_by = 'admin' where status = 'open' and id % 10 = 1
            """
        )
        let left = "select count(*) from markets where status_by = 'simulation'"
        let admins = "select count(*) from markets where status_by = 'admin' and status = 'suspended'"
        let count = try site.number(left)
        let held = try site.number(admins)
        #expect(count > 10)
        let played = try #require(try await site.play(Self.options(), updates: count))
        #expect(played.reopened >= count)
        #expect(try site.number(left) == 0)
        #expect(try site.number(admins) == held)
    }

    @Test func `without made-up prices there is nothing to play with`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.play(Self.options(), updates: 1) == nil)
        #expect(try await site.fill(at: .now))
        try site.owner.execute("update markets set prices = 'quoted'")
        #expect(try await site.play(Self.options(), updates: 1) == nil)
        #expect(try await site.play(Self.options(all: true), updates: 1) != nil)
    }

    @Test func `it keeps its rate, and survives that its connections are cut`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        async let played = site.play(Self.options(rate: 50), updates: 150)
        for _ in 0..<3 {
            try await site.untilPricesMove()
            try site.cutConnections()
        }
        let counts = try #require(try await played)
        #expect(counts.total >= 150)
        #expect(counts.rate < 60)
    }

    @Test func `bets and the simulation do not disturb each other`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        async let played = site.play(Self.options(rate: 400), updates: 800)
        for _ in 0..<6 { try await site.bet() }
        #expect(try #require(try await played).total >= 800)
        #expect(try await site.differences().isEmpty)
        #expect(
            try site.number("select count(*) from bets where placed_at > now() - interval '1 minute'") > 60
        )
    }
}

extension CupSite {
    fileprivate func untilPricesMove() async throws {
        let before = try prices()
        try await eventually("a price that moves") { try prices() != before }
    }

    /// Those of the worker's role.
    fileprivate func cutConnections() throws {
        let superuser = try TestDatabase.current.connect(as: .superuser)
        try superuser.execute(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and usename = 'parlay_worker'
            """
        )
    }

    fileprivate func prices() throws -> [Int64: AmericanPrice] {
        let rows = try owner.query(
            "select id, price from outcomes where tenant_id = $1",
            .integer(tenant.id.rawValue)
        )
        var prices: [Int64: AmericanPrice] = [:]
        for place in 0..<rows.count {
            prices[try rows[place].integer(0)] = AmericanPrice(rawValue: Int(try rows[place].integer(1)))
        }
        return prices
    }
}
