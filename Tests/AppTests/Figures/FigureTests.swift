import Administration
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// The figures against rows that were counted by hand.
@Suite(.database) struct FigureTests {
    @Test func `each day has what its rows say, to the border of the day`() async throws {
        let world = try await FigureWorld()
        try world.load()
        try await world.count(at: FigureWorld.now)
        #expect(try FigureWorld.values(try world.days()) == FigureWorld.counted)
        let hours = try FigureWorld.values(try world.hours())
        #expect(hours["2026-05-19 20"] == ["bets": 2, "stakes": 1250])
        #expect(hours["2026-05-18 23"] == ["people": 1, "sign_ups": 1, "active": 1])
        #expect(hours["2026-05-19 18"] == ["open_wagers": -1])
        #expect(hours["2026-05-19 17"] == nil)
    }

    @Test func `another tenant's rows are not counted, and a tenant without rows has today alone`()
        async throws
    {
        let world = try await FigureWorld()
        let owner = try world.owner
        func tenant(_ slug: String) throws -> Int64 {
            try owner.query("insert into tenants (slug, name) values ($1, $1) returning id", .text(slug))[0]
                .integer(0)
        }
        let (other, empty) = (try tenant("other"), try tenant("empty"))
        try world.load(into: other)
        try world.load()
        try world.world.database.load("delete from bets where tenant_id = \(other)")
        try await world.count(at: FigureWorld.now)
        #expect(try FigureWorld.values(try world.days()) == FigureWorld.counted)
        let others = try FigureWorld.values(try world.days(of: other))
        #expect(others["2026-05-19"]?["people"] == 3 && others["2026-05-19"]?["bets"] == nil)
        #expect(try world.days(of: empty) == ["2026-05-20": "{}"])
    }

    @Test func `a second run changes no row`() async throws {
        let world = try await FigureWorld()
        try world.load()
        try await world.count(at: FigureWorld.now)
        let versions = """
            select day::text, figures::text || counted_at || xmin from daily_figures
             where day < '2026-05-20'
             union all
            select hour::text, figures::text || xmin from hourly_figures order by 1
            """
        let first = try world.owner.query(versions).map { "\(try $0.text(0)) \(try $0.text(1))" }
        let days = try world.days()
        try await world.count(at: FigureWorld.now)
        #expect(try world.owner.query(versions).map { "\(try $0.text(0)) \(try $0.text(1))" } == first)
        #expect(try world.days() == days)
        #expect(first.count > 10)
    }

    @Test(arguments: [
        ["2026-05-18T09:00:00Z", "2026-05-18T23:59:59Z", "2026-05-19T00:00:01Z", "2026-05-19T00:05:00Z"],
        ["2026-05-17T12:00:00Z"], ["2026-05-18T12:10:00Z", "2026-05-20T00:00:00Z"],
        ["2026-05-19T20:20:00Z", "2026-05-19T20:30:00Z", "2026-05-19T21:10:00Z"],
    ])
    func `runs before and pauses between end with the same figures`(_ earlier: [String]) async throws {
        let world = try await FigureWorld()
        for time in earlier {
            try world.load(asOf: time)
            try await world.count(at: time)
        }
        try world.load(asOf: FigureWorld.now)
        try await world.count(at: FigureWorld.now)
        let days = try FigureWorld.values(try world.days())
        for (day, figures) in FigureWorld.counted { #expect(days[day] == figures, "\(day)") }
        let hours = try world.hours()
        try world.owner.execute("delete from daily_figures; delete from hourly_figures")
        try await world.count(at: FigureWorld.now)
        #expect(try world.hours() == hours)
    }

    @Test func `a run that ends in between leaves nothing half, and the next goes on`() async throws {
        let world = try await FigureWorld()
        try world.load()
        try world.world.database.load(
            """
            create function fail_figures() returns trigger language plpgsql as
                'begin raise exception ''killed''; end';
            create trigger fail_figures before insert on daily_figures for each row execute function fail_figures();
            """
        )
        defer {
            try? world.world.database.load(
                "drop trigger if exists fail_figures on daily_figures; drop function if exists fail_figures()"
            )
        }
        await #expect(throws: DatabaseError.self) { try await world.count(at: FigureWorld.now) }
        #expect(try world.hours().isEmpty && world.days().isEmpty)
        try world.world.database.load("drop trigger fail_figures on daily_figures")
        try await world.count(at: FigureWorld.now)
        #expect(try FigureWorld.values(try world.days()) == FigureWorld.counted)
    }

    @Test func `rows that were committed late are counted within the next hour`() async throws {
        let world = try await FigureWorld()
        try world.load()
        try await world.count(at: "2026-05-19T21:01:00Z")
        try world.world.database.load(
            """
            insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents, placed_at)
            values (\(world.tenant), 1, 3, 4, '2026-05-19 20:59:59Z')
            """
        )
        try await world.count(at: "2026-05-19T21:11:00Z")
        #expect(try FigureWorld.values(try world.hours())["2026-05-19 20"]?["stakes"] == 1253)
        #expect(try FigureWorld.values(try world.days())["2026-05-19"]?["stakes"] == 1253)
    }

    @Test func `a tenant that has left since it was chosen is passed over`() async throws {
        let world = try await FigureWorld()
        let now = Parameter.time(try #require(Timestamp("2026-05-20T12:34:00Z")))
        let chosen = Parameter.integers([world.tenant])
        try world.owner.execute("update tenants set state = 'away' where id = \(world.tenant)")
        let (worker, hours, days) = (world.worker, world.counter.statements[1], world.counter.statements[2])
        _ = try await world.world.database.onLoop {
            try await worker.write([hours(now, chosen), days(now, chosen, .texts(["people"]))])
        }
        #expect(try world.days() == [:] && world.hours() == [:])
    }

    @Test func `more tenants than are counted together are all counted`() async throws {
        let world = try await FigureWorld()
        try world.owner.execute(
            "insert into tenants (slug, name) select 'many-' || n, 'Many' from generate_series(1, 30) n"
        )
        try world.load()
        try await world.count(at: FigureWorld.now)
        let tenants = try world.owner.query("select count(distinct tenant_id) from daily_figures")[0].integer(
            0
        )
        // With the row of the installation.
        #expect(tenants == 32)
    }
}
