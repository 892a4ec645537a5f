import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Demos
@testable import Sportsbook

/// The demo tenant with cups, loaded and kept at chosen times in the future.
@Suite(.database) struct BetbullDemoTests {
    // MARK: Loading

    @Test func `the demo loads once, with made-up prices, settled bets and open ones`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: .now))
        try site.expectSupplied(at: .now)
        #expect(try site.number("select count(*) from markets where prices <> 'made_up'") == 0)
        #expect(
            try site.number("select count(*) from markets") == 2 * site.number("select count(*) from events")
        )
        #expect(
            try site.number("select count(distinct tournament_id) from events where status = 'scheduled'")
                == 5
        )
        #expect(try site.number("select count(*) from tournaments where name not like '% (demo)'") == 0)
        #expect(
            try site.number(
                "select count(*) from events where status = 'scheduled' and starts_at < now() + interval '2 days'"
            ) > 0
        )
        #expect(try site.number("select count(*) from events where status = 'final'") > 10)
        #expect(try site.number("select count(*) from bets where placed_at < now() - interval '1 day'") == 30)
        #expect(try site.number("select count(*) from bets") > 30)
        #expect(try await site.differences().isEmpty)
        try await site.settle()
        #expect(try site.number("select count(*) from bets where status in ('won', 'lost')") > 15)
        #expect(try await site.differences().isEmpty)
        let before = try site.everything()
        #expect(try await !site.fill(at: .now))
        #expect(try site.everything() == before)
    }

    @Test func `without the files there are people only, and a tenant without the mark stays as it is`()
        async throws
    {
        let site = try await CupSite.make()
        #expect(try await !site.fill(at: .now, hasData: false))
        #expect(try site.number("select count(*) from accounts") == 6)
        #expect(try site.number("select count(*) from events") == 0)
        #expect(try await !site.wantsCompanion())
        let other = try await CupSite.make(slug: "other", isMarked: false)
        #expect(try await !other.fill(at: .now))
        #expect(try site.number("select count(*) from events") == 0)
        #expect(try await !other.wantsCompanion())
        #expect(try await site.fill(at: .now))
        #expect(try await site.wantsCompanion())
        #expect(try await !other.wantsCompanion())
    }

    // MARK: Time

    @Test(arguments: [1, 8, 40]) func `after days without a worker the same games are ahead`(days: Int64)
        async throws
    {
        let site = try await CupSite.make()
        var now = CupSite.time("2027-03-24T12:00:00Z")
        #expect(try await site.fill(at: now))
        try site.expectSupplied(at: now)
        let bets = try site.number("select count(*) from bets")
        now = now.adding(seconds: days * 86_400)
        #expect(try await !site.fill(at: now))
        try site.expectSupplied(at: now)
        #expect(try site.number("select count(*) from bets") == bets + 30)
        try await site.settle()
        #expect(try await site.differences().isEmpty)
        let before = try site.everything()
        for _ in 0..<2 { try await site.keepAll(at: now) }
        #expect(try site.everything() == before)
    }

    /// Over both changes of the clocks, and the end of a year.
    @Test(arguments: ["2027-03-20T05:30:00Z", "2027-10-24T18:00:00Z", "2027-12-22T23:00:00Z"])
    func `the tree never runs dry, and every game has a result in time`(start: String) async throws {
        let site = try await CupSite.make()
        var now = CupSite.time(start)
        #expect(try await site.fill(at: now))
        for _ in 0..<40 {
            now = now.adding(seconds: 17 * 3_600)
            try await site.keepAll(at: now)
            try site.expectSupplied(at: now)
        }
        // Whatever the clocks do, a game begins at the same time of day at its ground.
        let moved = """
            select count(*) from (
                select t.external_id, split_part(e.external_id, '@', 1)
                  from events e
                  join tournaments t on t.tenant_id = e.tenant_id and t.id = e.tournament_id
                 group by 1, 2
                having count(distinct (e.starts_at at time zone case
                           when t.external_id like 'eng%' then 'Europe/London'
                           when t.external_id like 'fifa%' then 'UTC' else 'Europe/Paris' end)::time) > 1
            ) as g
            """
        #expect(try site.number(moved) == 0)
        // Matchdays have numbers of a season.
        #expect(try site.number("select count(*) from events where week not between 1 and 39") == 0)
        #expect(try site.number("select count(distinct week) from events") > 10)
    }

    @Test func `a moved kick-off does not move the game's next time`() async throws {
        let site = try await CupSite.make()
        let now = CupSite.time("2027-03-02T12:00:00Z")
        #expect(try await site.fill(at: now))
        let last = try site.number("select max(id) from events")
        try site.owner.execute(
            """
            update events set starts_at = starts_at + (case when id % 2 = 0 then 1 else -1 end) * interval '7 minutes'
             where status = 'scheduled'
            """
        )
        try await site.keepAll(at: now.adding(seconds: 10 * 86_400))
        let added = "select count(*) from events where id > \(last)"
        #expect(try site.number(added) > 50)
        #expect(try site.number("\(added) and extract(minute from starts_at)::int % 15 <> 0") == 0)
    }

    @Test func `two workers at once add each game once`() async throws {
        let site = try await CupSite.make()
        #expect(try await site.fill(at: CupSite.time("2027-09-01T12:00:00Z")))
        let now = CupSite.time("2027-09-09T12:00:00Z")
        let bets = try site.number("select count(*) from bets")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await site.keepAll(at: now) } }
            try await group.waitForAll()
        }
        try site.expectSupplied(at: now)
        #expect(try site.number("select count(*) from bets") == bets + 30)
    }
}

@Suite struct DemoCupTests {
    @Test func `a game comes back after whole periods, as the next one ahead`() {
        let cup = DemoCup.all[0]
        let week: Int64 = 7 * 86_400
        let game = DemoCup.Game(
            id: "a",
            home: "x",
            away: "y",
            startsAt: Timestamp(milliseconds: 1_000 * week * 1_000),
            matchday: 12,
            weeks: 3
        )
        func periods(_ seconds: Int64) -> Int {
            cup.periods(from: game, to: game.startsAt.adding(seconds: seconds))
        }
        // Ahead means: by more than an hour and ten minutes.
        #expect(periods(-4_201) == 0)
        #expect(periods(-4_200) == 1)
        #expect(periods(2 * week - 4_201) == 1)
        #expect(periods(2 * week - 4_200) == 2)
        #expect(periods(-2 * week - 4_201) == -1)
        #expect(periods(-2 * week - 4_200) == 0)
        #expect(cup.moved(game, by: 2).externalID == "a@7")
        #expect(cup.moved(game, by: 2).matchday == 38)
        #expect(cup.moved(game, by: 3).matchday == 12)
        #expect(cup.moved(game, by: -1).matchday == 38)
    }

    @Test func `the first prices are those that the demo wrote`() throws {
        let bytes = try #require(RealFiles.read("data/football.json"))
        let file = try TreeFile.read(bytes, badLineLimit: 10)
        let games = DemoCup.all.map { $0.games(in: file) }
        #expect(games.map(\.count) == [48, 36, 40, 36, 30])
        // The simulation moves kick-offs by up to seven minutes; the nearest quarter is the one of the file.
        #expect(games.joined().allSatisfy { ($0.startsAt.milliseconds / 1_000).isMultiple(of: 900) })
        for (cup, games) in zip(DemoCup.all, games) {
            let weeks = games.map { $0.startsAt.milliseconds / 1_000 / 86_400 / 7 }
            let span = (weeks.max() ?? 0) - (weeks.min() ?? 0)
            #expect(span <= cup.period, "\(cup.id)")
        }
    }
}
