import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct ProfileFiguresTests {
    private let world: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson

    init() async throws {
        world = try await WagerWorld()
        ada = try await world.person("ada")
        ben = try await world.person("ben")
    }

    private struct Figures: Equatable {
        var pnl: Int64 = 0
        var won: Int64 = 0
        var lost: Int64 = 0
    }

    private func figures(of person: SignedInPerson, as caller: SignedInPerson) async throws -> Figures {
        let answer = world.expect(200, try await world.call("GET", "profiles/\(person.id)/", as: caller))
        return Figures(
            pnl: try #require(answer["pnl_cents"]?.integer),
            won: try #require(answer["wagers_won"]?.integer),
            lost: try #require(answer["wagers_lost"]?.integer)
        )
    }

    @Test func `profit and loss move when a wager is completed, and stay when it is confirmed`() async throws
    {
        let open = try await world.call("GET", "profiles/me/", as: ada)
        #expect(open["rating"] == ["mean": nil, "count": 0] && open["friendship"]?.text == "none")
        let id = try await world.active(ada, ben)
        #expect(try await figures(of: ada, as: ben) == Figures())
        try await world.expect(200, world.make("complete", id, as: ben, ["winner": "challenger"]))
        #expect(try await figures(of: ada, as: ben) == Figures())
        try await world.expect(200, world.make("complete", id, as: ada, ["winner": "challenger"]))
        for caller in [ada, ben] {
            #expect(try await figures(of: ada, as: caller) == Figures(pnl: 2000, won: 1, lost: 0))
            #expect(try await figures(of: ben, as: caller) == Figures(pnl: -2000, won: 0, lost: 1))
        }
        try await world.expect(200, world.make("confirm", id, as: ada, ["paid": true]))
        #expect(try await figures(of: ada, as: ben) == Figures(pnl: 2000, won: 1, lost: 0))
        try await world.expect(201, world.make("rate", id, as: ada, ["rating": 4]))
        let rated = try await world.call("GET", "profiles/\(ben.id)/", as: ada)
        #expect(rated.text.contains(#""rating":{"mean":4.0,"count":1}"#), "\(rated)")
        let second = try await world.completed(ben, ada)
        #expect(try await figures(of: ada, as: ben) == Figures(pnl: 0, won: 1, lost: 1))
        // Void takes it back.
        try world.owner.execute(
            """
            update wagers set status = 'cancelled', winner = null, completed_at = null, remind_at = null,
                              reminders_since = null, payment_method = null
             where id = \(second)
            """
        )
        #expect(try await figures(of: ada, as: ben) == Figures(pnl: 2000, won: 1, lost: 0))
        #expect(try await figures(of: ben, as: ben) == Figures(pnl: -2000, won: 0, lost: 1))
    }

    @Test func `the figures are those of the rows, whatever happens at once`() async throws {
        let people = [ada, ben, try await world.person("cleo"), try await world.person("dan")]
        var ids: [(Int64, SignedInPerson, SignedInPerson)] = []
        for number in 0..<24 {
            let (one, other) = (people[number % 4], people[(number + 1 + number % 3) % 4])
            let id = try await world.active(one, other)
            try await world.expect(200, world.make("complete", id, as: one, ["winner": "challengee"]))
            ids.append((id, one, other))
        }
        let (all, world) = (ids, world)
        _ = try await world.world.sendTogether(all.count) { number in
            try await world.make("complete", all[number].0, as: all[number].2, ["winner": "challengee"])
        }
        try world.expectFiguresOfRows()
        #expect(try await figures(of: ada, as: ben).won + figures(of: ada, as: ben).lost > 0)
        #expect(world.world.failureReports == [])
        // Many in one statement, as a worker and a loader do it.
        try world.owner.execute(
            """
            insert into wagers (tenant_id, challenger_id, challengee_id, taken_at, completed_at, status, winner, name,
                                amount_cents, category, reminders_since)
            select a.tenant_id, \(ada.id), \(ben.id), now(), now(), 'completed',
                   case when n % 3 = 0 then 'challengee' else 'challenger' end, 'wager ' || n, n, 'Other', now()
              from accounts a, generate_series(1, 20) n
             where a.id = \(ada.id);
            """
        )
        try world.expectFiguresOfRows()
    }

    @Test func `friendship is shown from the caller's view`() async throws {
        func friendship(_ person: SignedInPerson, as caller: SignedInPerson) async throws -> String? {
            try await world.call("GET", "profiles/\(person.id)/", as: caller)["friendship"]?.text
        }
        #expect(try await friendship(ben, as: ada) == "none")
        try await world.expect(201, world.call("POST", "friends/", as: ada, ["username": "ben"]))
        #expect(try await friendship(ben, as: ada) == "sent")
        #expect(try await friendship(ada, as: ben) == "received")
        try await world.expect(200, world.call("PUT", "friends/\(ada.id)/", as: ben))
        #expect(try await friendship(ben, as: ada) == "friend")
        #expect(try await friendship(ada, as: ben) == "friend")
        #expect(try await friendship(ada, as: ada) == "none")
    }

    @Test func `the ETag changes with the figures, and conditions know it`() async throws {
        let before = try #require(try await world.call("GET", "profiles/me/", as: ada).header("ETag"))
        _ = try await world.completed(ada, ben)
        let after = try await world.call("GET", "profiles/me/", as: ada)
        let tag = try #require(after.header("ETag"))
        #expect(tag != before)
        let unchanged = try await world.call("GET", "profiles/me/", as: ada, headers: ["If-None-Match": tag])
        #expect(unchanged.status == 304)
        let stale = try await world.call(
            "PATCH",
            "profiles/me/",
            as: ada,
            ["bio": "New."],
            headers: ["If-Match": before]
        )
        #expect(stale.status == 412 && stale.header("ETag") == tag, "\(stale)")
        let changed = try await world.call(
            "PATCH",
            "profiles/me/",
            as: ada,
            ["bio": "New.", "venmo_username": "ada-b"],
            headers: ["If-Match": tag]
        )
        #expect(changed.status == 200 && changed["pnl_cents"]?.integer == 2000)
        #expect(changed["venmo_username"]?.text == "ada-b")
        let login = try await world.world.send(
            "POST",
            "login/",
            ["username": "ada", "password": .string(World.password)]
        )
        #expect(login["profile", "pnl_cents"]?.integer == 2000)
        #expect(try await world.call("GET", "export/", as: ada)["account", "pnl_cents"]?.integer == 2000)
    }
}

extension WagerWorld {
    /// Compares `wager_figures` with the wagers themselves.
    fileprivate func expectFiguresOfRows(location: SourceLocation = #_sourceLocation) throws {
        let wrong = try owner.query(
            """
            select a.username || ': ' || f.pnl_cents || ' ' || f.won || ' ' || f.lost
              from accounts a
              left join wager_figures f on f.account_id = a.id
              cross join lateral (
                  select coalesce(sum(case when won then amount_cents else -amount_cents end), 0) as pnl,
                         count(*) filter (where won) as won, count(*) filter (where not won) as lost
                    from (select amount_cents, case when winner = 'challenger' then challenger_id else challengee_id end
                                 = a.id as won
                            from wagers
                           where status in ('completed', 'confirmed') and a.id in (challenger_id, challengee_id)) w
              ) s
             where (coalesce(f.pnl_cents, 0), coalesce(f.won, 0), coalesce(f.lost, 0)) <> (s.pnl, s.won, s.lost)
            """
        ).map { try $0.text(0) }
        #expect(wrong == [], sourceLocation: location)
    }
}
