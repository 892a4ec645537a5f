import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

@Suite(.database) struct SettlementTests {
    @Test func `a result grades at once, and the worker pays`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let market = try await book.market(.spread, line: -3)
        let home = try await book.placed([(market["home"], "-110")], as: ada)
        let away = try await book.placed([(market["away"], "-110")], as: ben)
        try await book.finish(market.event, 24, 20)
        let shown = try await book.call("GET", "markets/\(market.id)/", as: ada)
        #expect(shown["status"] == "settled")
        let outcome = try await book.call("GET", "outcomes/\(market["home"])/", as: ada)
        #expect(outcome["status"] == "won")
        let jobs = try book.owner.query(
            "select kind, payload ->> 'event' from jobs where kind = 'settle_event'"
        )
        #expect(try jobs.map { try $0.text(1) } == ["\(market.event)"])
        #expect(try await book.settle(market.event) == 2)
        #expect(try await book.status(of: home, as: ada) == ["won", "19090"])
        #expect(try await book.status(of: away, as: ben) == ["lost", "0"])
        #expect(try await book.wallet(ada) == [1_009_090, 0, 0])
        #expect(try await book.wallet(ben) == [990_000, 0, 0])
        #expect(try await book.entries(ada).last == "payout 19090 1009090")
        #expect(try await book.entries(ben) == ["opening 1000000 1000000", "stake -10000 990000"])
        #expect(try await book.totals().poolCents == 0)
        #expect(try await book.differences() == [])
        // Again: nothing to do, nobody is told twice.
        #expect(try await book.settle(market.event) == 0)
        #expect(
            try book.inbox(ada) == [
                "bet_settled bet: Your bet of $100.00 on Bills at Chiefs pays $190.90. Your pick: Chiefs -3 (game of TIME)."
            ]
        )
        #expect(
            try book.inbox(ben) == [
                "bet_settled bet: Your bet of $100.00 on Bills at Chiefs pays nothing. Your pick: Bills +3 (game of TIME)."
            ]
        )
    }

    @Test func `a push gives the stake back, and so does a cancelled event`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let (pushed, cancelled) = (try await book.market(.spread, line: -3), try await book.market())
        let one = try await book.placed([(pushed["home"], "-110")], as: ada)
        let two = try await book.placed([(cancelled["home"], "-110")], as: ada)
        try await book.finish(pushed.event, 23, 20)
        book.expect(
            200,
            try await book.call(
                "PATCH",
                "admin/events/\(cancelled.event)/",
                as: book.admin,
                ["status": "cancelled"]
            )
        )
        try await book.settle(pushed.event)
        try await book.settle(cancelled.event)
        #expect(try await book.status(of: one, as: ada) == ["pushed", "10000"])
        #expect(try await book.status(of: two, as: ada) == ["void", "10000"])
        #expect(try await book.wallet(ada) == [1_000_000, 0, 0])
        #expect(try await book.entries(ada).suffix(2) == ["refund 10000 990000", "refund 10000 1000000"])
        #expect(try await book.differences() == [])
    }

    @Test func `a parlay waits for its last leg, and is lost with the first`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market(prices: ["+200", "+300"]))
        let winner = try await book.placed([(one["home"], "-110"), (two["home"], "+300")], as: ada)
        let loser = try await book.placed([(one["away"], "-110"), (two["home"], "+300")], as: ada)
        try await book.finish(one.event, 7, 0)
        try await book.settle(one.event)
        #expect(try await book.status(of: winner, as: ada) == ["open", "null"])
        #expect(try await book.status(of: loser, as: ada) == ["lost", "0"])
        try await book.finish(two.event, 7, 0)
        try await book.settle(two.event)
        // 100.00 × 21/11 × 4
        #expect(try await book.status(of: winner, as: ada) == ["won", "76363"])
        #expect(try await book.differences() == [])
    }

    @Test func `a void leg leaves the remaining odds`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market(prices: ["+200", "+300"]))
        let bet = try await book.placed([(one["home"], "-110"), (two["home"], "+300")], as: ada)
        let void = try await book.call(
            "PATCH",
            "admin/markets/\(one.id)/",
            as: book.admin,
            ["status": "void"]
        )
        book.expect(200, void)
        try await book.settle(one.event)
        #expect(try await book.status(of: bet, as: ada) == ["open", "null"])
        try await book.finish(two.event, 7, 0)
        try await book.settle(two.event)
        #expect(try await book.status(of: bet, as: ada) == ["won", "40000"])
        // The event's own result later changes nothing: the market stays void.
        try await book.finish(one.event, 0, 7)
        #expect(try await book.settle(one.event) == 0)
        #expect(try await book.status(of: bet, as: ada) == ["won", "40000"])
        #expect(try await book.differences() == [])
    }

    @Test func `a correction reverses and pays again, as if settled once`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let market = try await book.market()
        let home = try await book.placed([(market["home"], "-110")], as: ada)
        let away = try await book.placed([(market["away"], "-110")], as: ben)
        try await book.finish(market.event, 7, 0)
        try await book.settle(market.event)
        try await book.finish(market.event, 0, 7)
        #expect(try await book.settle(market.event) == 2)
        #expect(try await book.status(of: home, as: ada) == ["lost", "0"])
        #expect(try await book.status(of: away, as: ben) == ["won", "19090"])
        #expect(try await book.wallet(ada) == [990_000, 0, 0])
        #expect(try await book.wallet(ben) == [1_009_090, 0, 0])
        #expect(
            try await book.entries(ada) == [
                "opening 1000000 1000000", "stake -10000 990000", "payout 19090 1009090",
                "reversal -19090 990000",
            ]
        )
        #expect(try book.inbox(ada).count == 2)
        #expect(try await book.totals().houseCents == -1_999_090)
        #expect(try await book.differences() == [])
        // The same result again is no correction.
        try await book.finish(market.event, 0, 7)
        #expect(try await book.settle(market.event) == 0)
    }

    @Test func `what was spent before a correction becomes a debt, and is repaid first`() async throws {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.startingBalance] = 10_000
        let book = try await SportsbookWorld(settings: settings)
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market())
        _ = try await book.placed([(one["home"], "-110")], stake: 10_000, as: ada)
        try await book.finish(one.event, 7, 0)
        try await book.settle(one.event)
        let second = try await book.placed([(two["home"], "-110")], stake: 15_000, as: ada)
        #expect(try await book.wallet(ada) == [4_090, 15_000, 0])
        try await book.finish(one.event, 0, 7)
        try await book.settle(one.event)
        #expect(try await book.wallet(ada) == [0, 15_000, 15_000])
        #expect(try await book.bet(two["home"], stake: 1, as: ada).code == "insufficient_funds")
        try await book.finish(two.event, 7, 7)
        try await book.settle(two.event)
        #expect(try await book.status(of: second, as: ada) == ["pushed", "15000"])
        #expect(try await book.wallet(ada) == [0, 0, 0])
        #expect(
            try await book.entries(ada).suffix(3) == [
                "reversal -4090 0", "refund 15000 15000", "debt -15000 0",
            ]
        )
        book.expect(
            200,
            try await book.call(
                "POST",
                "admin/wallets/\(ada.id)/grant/",
                as: book.admin,
                ["amount_cents": 500, "reason": "Comfort"]
            )
        )
        #expect(try await book.wallet(ada) == [500, 0, 0])
        #expect(try await book.differences() == [])
    }

    @Test func `a correction may reopen a parlay`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market())
        let bet = try await book.placed([(one["home"], "-110"), (two["home"], "-110")], as: ada)
        try await book.finish(one.event, 0, 7)
        try await book.settle(one.event)
        #expect(try await book.status(of: bet, as: ada) == ["lost", "0"])
        try await book.finish(one.event, 7, 0)
        try await book.settle(one.event)
        #expect(try await book.status(of: bet, as: ada) == ["open", "null"])
        #expect(try await book.wallet(ada) == [990_000, 10_000, 0])
        try await book.finish(two.event, 7, 0)
        try await book.settle(two.event)
        #expect(try await book.status(of: bet, as: ada) == ["won", "36446"])
        #expect(try await book.differences() == [])
    }

    @Test func `an account with many bets on an event is told once, in whatever batches they are settled`()
        async throws
    {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let market = try await book.market()
        for _ in 0..<7 { _ = try await book.placed([(market["home"], "-110")], stake: 1_000, as: ada) }
        _ = try await book.placed([(market["home"], "-110")], stake: 1_000, as: ben)
        try await book.finish(market.event, 7, 0)
        #expect(try await book.settle(market.event, batch: 2) == 8)
        #expect(
            try book.inbox(ada) == [
                "bet_settled event: 7 bets on Bills at Chiefs are settled and pay $133.63 in total. Your pick: Chiefs (game of TIME)."
            ]
        )
        #expect(try book.inbox(ben).count == 1)
    }

    @Test func `two runs at once pay each bet once`() async throws {
        let book = try await SportsbookWorld(connections: .init(readers: 2, writers: 4, transactions: 4))
        let market = try await book.market()
        var people: [SignedInPerson] = []
        for number in 0..<6 {
            let person = try await book.person("Person\(number)")
            people.append(person)
            for _ in 0..<5 { _ = try await book.placed([(market["home"], "-110")], stake: 1_000, as: person) }
        }
        try await book.finish(market.event, 7, 0)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 { group.addTask { try await book.settle(market.event, batch: 4) } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(counts.reduce(0, +) == 30)
        for person in people {
            #expect(try await book.wallet(person) == [1_004_545, 0, 0])
            #expect(try book.inbox(person).count == 1)
        }
        #expect(try await book.differences() == [])
    }

    @Test func `a correction in the middle of a run leaves the newer result`() async throws {
        let book = try await SportsbookWorld(connections: .init(readers: 2, writers: 4, transactions: 4))
        let ada = try await book.person("Ada")
        let market = try await book.market()
        for _ in 0..<20 { _ = try await book.placed([(market["home"], "-110")], stake: 1_000, as: ada) }
        try await book.finish(market.event, 7, 0)
        async let run = book.settle(market.event, batch: 1)
        try await book.finish(market.event, 0, 7)
        _ = try await run
        try await book.settle(market.event, batch: 3)
        #expect(try book.owner.query("select * from bets where status <> 'lost'").count == 0)
        #expect(try await book.wallet(ada) == [980_000, 0, 0])
        #expect(try await book.differences() == [])
    }

    @Test func `two legs of one parlay that are settled at once end it`() async throws {
        let book = try await SportsbookWorld(connections: .init(readers: 2, writers: 4, transactions: 4))
        let ada = try await book.person("Ada")
        for _ in 0..<8 {
            let (one, two) = (try await book.market(), try await book.market())
            let bet = try await book.placed(
                [(one["home"], "-110"), (two["home"], "-110")],
                stake: 100,
                as: ada
            )
            try await book.finish(one.event, 7, 0)
            try await book.finish(two.event, 7, 0)
            async let first = book.settle(one.event)
            async let second = book.settle(two.event)
            #expect(try await first + second == 1)
            #expect(try await book.status(of: bet, as: ada) == ["won", "364"])
        }
        #expect(try await book.differences() == [])
    }

    @Test func `a parlay that a correction is reopening is settled by the other result`() async throws {
        let book = try await SportsbookWorld(connections: .init(readers: 2, writers: 4, transactions: 4))
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market())
        let bet = try await book.placed([(one["home"], "-110"), (two["home"], "-110")], as: ada)
        try await book.finish(one.event, 0, 7)
        try await book.settle(one.event)
        try await book.finish(one.event, 7, 0)
        // The run of the correction, which found the second game without a result and has not committed.
        let reopening = try book.owner
        let pid = try reopening.query("select pg_backend_pid()::bigint")[0].integer(0)
        try reopening.execute("begin")
        try reopening.execute(
            """
            update bets set status = 'open', payout_cents = null, settled_at = null, step = step + 1 where id = \(bet);
            insert into ledger
                   (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents, house_cents, created_at)
            select tenant_id, account_id, 'reversal', id, step, 0, stake_cents, -stake_cents, now()
              from bets
             where id = \(bet)
            """
        )
        try await book.finish(two.event, 0, 7)
        async let run = book.settle(two.event)
        let other = try book.owner
        try await eventually("a run that waits") {
            try other.query(
                "select count(*) from pg_locks where not granted and \(pid) = any (pg_blocking_pids(pid))"
            )[0].integer(0) > 0
        }
        try reopening.execute("commit")
        #expect(try await run == 1)
        #expect(try await book.status(of: bet, as: ada) == ["lost", "0"])
        #expect(try await book.differences() == [])
    }

    @Test func `an event is cancelled 72 hours after it was postponed`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market()
        let bet = try await book.placed([(market["home"], "-110")], as: ada)
        book.expect(
            200,
            try await book.call(
                "PATCH",
                "admin/events/\(market.event)/",
                as: book.admin,
                ["status": "postponed"]
            )
        )
        #expect(try await book.bet(market["home"], as: ada).code == "event_started")
        let pool = try await book.world.database.worker()
        func sweep(_ seconds: Int64) async throws -> Int {
            try await book.world.database.onLoop {
                try await Settlement(database: pool).voidPostponed(at: Timestamp.now.adding(seconds: seconds))
            }
        }
        #expect(try await sweep(72 * 3600 - 60) == 0)
        #expect(try await sweep(72 * 3600 + 60) == 1)
        #expect(try await sweep(72 * 3600 + 60) == 0)
        try await book.settle(market.event)
        #expect(try await book.status(of: bet, as: ada) == ["void", "10000"])
    }

    @Test func `the open bets of a deleted account run on, and nobody is told`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market()
        let bet = try await book.placed([(market["home"], "-110")], as: ada)
        let body: JSONObject = ["password": .string(World.password)]
        book.expect(204, try await book.call("POST", "profiles/me/delete/", as: ada, body))
        try await book.finish(market.event, 7, 0)
        #expect(try await book.settle(market.event) == 1)
        let rows = try book.owner.query("select payout_cents from bets where id = $1", .integer(bet))
        #expect(try rows[0].integer(0) == 19_090)
        #expect(try book.inbox(ada).isEmpty)
        #expect(try await book.call("GET", "leaderboard/", as: book.admin).items.isEmpty)
        #expect(try await book.differences() == [])
    }
}
