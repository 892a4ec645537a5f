import Administration
import Components
import Database
import Jobs
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Console
@testable import Demos
@testable import Sportsbook

/// The demo tenant, loaded and kept at chosen times. They are in the future, because nobody can bet on games that have
/// begun by the database's clock.
@Suite(.database) struct SportsbookDemoTests {
    // MARK: Loading

    @Test func `the demo loads once, with seasons, settled bets and open ones`() async throws {
        let site = try await DemoSite.make()
        let data = SampleData(lookingIn: [DemoSite.data])
        try #require(data != nil)
        #expect(try await site.fill(data, at: .now))
        let games = try site.number("select count(*) from events where source = 'nfl'")
        let bytes = try #require(RealFiles.read("data/nfl-games.csv"))
        let played = SportsbookDemo.played(try NFLFile.read(bytes, badLineLimit: 10))
        #expect(games == played.games.count)
        #expect(
            try site.number("select count(*) from events where source = 'nfl' and status <> 'final'") == 0
        )
        #expect(
            try site.number("select count(*) from events where status = 'scheduled' and starts_at > now()")
                > 0
        )
        // Four singles and a parlay of each, in both weeks, unless only few games are ahead.
        let past = try site.number("select count(*) from bets where placed_at < now() - interval '5 days'")
        #expect(past == 30)
        #expect(
            try site.number(
                "select count(*) from bets where status = 'open' and placed_at > now() - interval '1 day'"
            ) > 0
        )
        try await site.settle()
        let settled =
            "select count(*) from bets where status <> 'open' and placed_at < now() - interval '5 days'"
        #expect(try site.number(settled) > 15)
        #expect(
            try site.number("select count(distinct status) from bets where status in ('won', 'lost')") == 2
        )
        #expect(try site.number("select sum(wallet_cents + house_cents + pool_cents) from ledger") == 0)
        let before = try site.everything()
        #expect(try await !site.fill(data, at: .now))
        #expect(try site.everything() == before)
    }

    @Test func `an interrupted load is continued, and without the files there are people only`() async throws
    {
        let site = try await DemoSite.make()
        #expect(try await !site.fill(nil, at: .now))
        #expect(try site.number("select count(*) from accounts") == 6)
        #expect(try site.number("select count(*) from events") == 0)
        try await site.start(at: .now)
        let weeks = try site.number("select count(*) from events")
        #expect(try await site.fill(SampleData(lookingIn: [DemoSite.data]), at: .now))
        #expect(try site.number("select count(*) from events where source = 'demo'") == weeks)
        #expect(try site.number("select count(*) from events where source = 'nfl'") > 5_000)
    }

    @Test func `a tenant without the mark is somebody's and stays as it is`() async throws {
        let site = try await DemoSite.make(isMarked: false)
        #expect(try await !site.fill(SampleData(lookingIn: [DemoSite.data]), at: .now))
        try await site.keepAll(at: .now)
        #expect(try site.number("select count(*) from events") == 0)
        // Nor does the job look at tenants that have the mark but are suspended.
        let other = try await DemoSite.make(slug: "other")
        try await other.start(at: DemoSite.time("2027-01-05T12:00:00Z"))
        try other.owner.execute("update tenants set status = 'suspended' where slug = 'other'")
        let before = try other.everything()
        try await other.keepAll(at: DemoSite.time("2027-02-05T12:00:00Z"))
        #expect(try other.everything() == before)
    }

    // MARK: Weeks

    /// Each day of a week in which the clocks change, that in which they change back, and the last days of a year.
    @Test(arguments: [
        "2027-03-09T05:30:00Z", "2027-03-10T18:00:00Z", "2027-03-11T23:00:00Z", "2027-03-13T03:00:00Z",
        "2027-03-13T22:00:00Z", "2027-03-14T07:00:00Z", "2027-03-15T20:00:00Z", "2027-03-16T00:10:00Z",
        "2027-03-16T00:30:00Z", "2027-11-03T12:00:00Z", "2027-12-28T15:00:00Z", "2028-01-01T02:00:00Z",
    ])
    func `there is always something to bet on, and what is over has a result`(start: String) async throws {
        let site = try await DemoSite.make()
        var now = DemoSite.time(start)
        try await site.start(at: now)
        try site.expectSupplied(at: now)
        let bets = try site.number("select count(*) from bets")
        #expect(bets >= 30)
        for _ in 0..<50 {
            now = now.adding(seconds: 5 * 3_600)
            try await site.keepAll(at: now)
            try site.expectSupplied(at: now)
        }
        // Two weeks, and the one or two that came within ten days.
        #expect((3...5).contains(try site.number("select count(*) / 4 from events")))
        #expect(try site.number("select count(*) from bets") > bets)
        // Whatever the clocks do, the games begin at the same times in New York.
        let times = try site.texts(
            """
            select distinct to_char(starts_at at time zone 'America/New_York', 'Dy HH24:MI') as time
              from events order by time
            """
        )
        #expect(times == ["Mon 20:15", "Sun 13:00", "Sun 16:25", "Thu 20:15"])
    }

    @Test func `the same moment again changes nothing`() async throws {
        let site = try await DemoSite.make()
        let now = DemoSite.time("2027-03-12T12:00:00Z")
        try await site.start(at: now)
        let before = try site.everything()
        for _ in 0..<3 { try await site.keepAll(at: now) }
        #expect(try site.everything() == before)
    }

    @Test func `an installation that was off for a month goes on with the present week`() async throws {
        let site = try await DemoSite.make()
        try await site.start(at: DemoSite.time("2027-09-01T12:00:00Z"))
        let now = DemoSite.time("2027-10-06T12:00:00Z")
        try await site.keepAll(at: now)
        try site.expectSupplied(at: now)
        // The two weeks of the start, and the present one; none between them.
        #expect(try site.number("select count(*) from events") == 12)
        #expect(
            try site.number(
                "select count(*) from events where starts_at between '2027-09-08' and '2027-10-05'"
            ) == 0
        )
        let past = "select count(*) from events where status = 'final'"
        #expect(try site.number(past) == 8)
        try await site.settle()
        let open = """
            select count(*) from bets b where status = 'open' and not exists (
                select from bet_legs l join events e on e.tenant_id = l.tenant_id and e.id = l.event_id
                 where l.tenant_id = b.tenant_id and l.bet_id = b.id and e.status = 'scheduled')
            """
        #expect(try site.number(open) == 0)
    }

    @Test func `two workers at once add one week`() async throws {
        let site = try await DemoSite.make()
        try await site.start(at: DemoSite.time("2027-09-01T12:00:00Z"))
        let bets = try site.number("select count(*) from bets")
        let now = DemoSite.time("2027-09-07T12:00:00Z")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await site.keepAll(at: now) } }
            try await group.waitForAll()
        }
        #expect(try site.number("select count(*) from events") == 12)
        #expect(try site.number("select count(*) from bets") == bets + 30)
    }
}

@Suite(.ownDatabase) struct DemoScheduleTests {
    @Test func `a schedule of games stays as long as a demo tenant does`() async throws {
        let site = try await DemoSite.make()
        let schedules = "select count(*) from schedules where name = 'demo_games'"
        let definitions = try DemoGames.schedules().map(\.definition)
        try await site.write(definitions)
        try await site.keepAll(at: DemoSite.time("2027-09-01T12:00:00Z"))
        #expect(try site.number(schedules) == 1)
        try site.owner.execute("update tournaments set status = 'closed' where source = 'demo'")
        try await site.keepAll(at: DemoSite.time("2027-09-01T12:02:00Z"))
        #expect(try site.number(schedules) == 0)
    }
}

/// A tenant with the demo's people.
private struct DemoSite: Sendable {
    static let data = "\(#filePath)".split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/data"

    let tenant: Tenant
    let worker: DatabasePool
    private let database: TestDatabase

    /// A separate connection for each use.
    var owner: BlockingConnection { get throws { try database.owner } }

    static func make(slug: String = "draft", isMarked: Bool = true) async throws -> DemoSite {
        let database = try TestDatabase.current
        let tenant = try TenantAdmin(database.owner).create(slug, name: "Draft", modules: [.sportsbook])
        let worker = try await database.worker(.init(readers: 1, writers: 1, transactions: 3))
        let site = DemoSite(tenant: tenant, worker: worker, database: database)
        let queries = SportsbookDemo.queries(.football, tenant: tenant.id, passwordHash: "hash", now: .now)
        _ = try await database.onLoop { try await worker.write(isMarked ? queries : [queries[0]]) }
        return site
    }

    static func time(_ text: String) -> Timestamp { Timestamp(text) ?? .now }

    func number(_ sql: String) throws -> Int { Int(try owner.query(sql)[0].integer(0)) }

    func texts(_ sql: String) throws -> [String] {
        let rows = try owner.query(sql)
        return try (0..<rows.count).map { try rows[$0].text(0) }
    }

    /// Rows that any change would change.
    func everything() throws -> [String] {
        try texts(
            """
            select 'event ' || (e.*)::text as row from events e
            union all select 'market ' || (m.*)::text from markets m
            union all select 'outcome ' || (o.*)::text from outcomes o
            union all select 'bet ' || (b.*)::text from bets b
            union all select 'ledger ' || (l.*)::text from ledger l
            order by row
            """
        )
    }

    func fill(_ data: SampleData?, at now: Timestamp) async throws -> Bool {
        try await database.onLoop { [tenant, worker] in
            try await SportsbookDemo.fill(
                DemoLoad(tenant: tenant, database: worker, sampleData: data, now: now)
            )
        }
    }

    /// A week of four games, on Thursday, Sunday and Monday.
    func start(at now: Timestamp) async throws {
        let games = [
            ("a", "2025-12-05T01:15:00Z", "DAL", "DET"), ("b", "2025-12-07T18:00:00Z", "SEA", "ATL"),
            ("c", "2025-12-07T21:25:00Z", "CHI", "GB"), ("d", "2025-12-09T01:15:00Z", "PHI", "LAC"),
        ]
        let file = try NFLSample.read(
            games.map { id, start, away, home in
                .with(["game_id": id, "kickoff_utc": start, "away_team": away, "home_team": home])
            }
        )
        let week = try #require(DemoWeek(lastOf: file, games.map { FileTime.utc($0.1) ?? 0 }))
        try await database.onLoop { [tenant, worker] in
            try await DemoGames(database: worker).start(tenant, with: week, at: now)
        }
    }

    func write(_ queries: [Query]) async throws {
        _ = try await database.onLoop { [worker] in try await worker.write(queries) }
    }

    func keepAll(at now: Timestamp) async throws {
        try await database.onLoop { [worker] in try await DemoGames(database: worker).run(at: now) }
    }

    /// As the worker does it after a result.
    func settle() async throws {
        let rows = try owner.query("select id from events where source = 'demo' and result_version > 0")
        for place in 0..<rows.count {
            let event = EventID(rawValue: try rows[place].integer(0))
            _ = try await database.onLoop { [tenant, worker] in
                try await Settlement(database: worker).settle(event, in: tenant.id)
            }
        }
    }

    func expectSupplied(at now: Timestamp, location: SourceLocation = #_sourceLocation) throws {
        let query =
            "select count(*) filter (where starts_at > $1::timestamptz + interval '10 minutes'), "
            + "count(*) filter (where starts_at <= $1::timestamptz - interval '4 hours') "
            + "from events where source = 'demo' and status = 'scheduled'"
        let row = try owner.query(query, .time(now))[0]
        #expect(try row.integer(0) > 0, "nothing to bet on at \(now)", sourceLocation: location)
        #expect(try row.integer(1) == 0, "games without results at \(now)", sourceLocation: location)
    }
}
