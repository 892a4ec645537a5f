import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

@Suite(.database) struct BetTests {
    @Test func `a bet moves the stake and keeps its price`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market(.spread, line: -3.5)
        let answer = book.expect(201, try await book.bet(market["home"], stake: 10_000, as: ada))
        let id = try #require(answer["id"]?.integer)
        #expect(answer.header("Location") == "/v1/demo/bets/\(id)/")
        #expect(answer["potential_payout_cents"] == .integer(19_090))
        #expect(answer["status"] == "open")
        #expect(answer["payout_cents"] == .null)
        guard case .array(let legs)? = answer["legs"] else { throw WorldError.notRegistered("legs", "") }
        #expect(legs[0]["line"]?.double == -3.5)
        #expect(legs[0]["name"] == "Chiefs")
        #expect(legs[0]["result"] == "pending")
        #expect(try await book.wallet(ada) == [990_000, 10_000, 0])
        // Later prices are other people's.
        let moved = try await book.call(
            "PATCH",
            "admin/outcomes/\(market["home"])/",
            as: book.admin,
            ["price": "+150"]
        )
        book.expect(200, moved)
        let shown = try await book.call("GET", "bets/\(id)/", as: ada)
        #expect(shown["potential_payout_cents"] == .integer(19_090))
        #expect(try await book.entries(ada) == ["opening 1000000 1000000", "stake -10000 990000"])
        #expect(try await book.differences() == [])
    }

    @Test func `the wallet opens with the tenant's balance at the first call`() async throws {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.startingBalance] = 12_345
        let book = try await SportsbookWorld(settings: settings)
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        #expect(try book.owner.query("select * from wallets").count == 0)
        #expect(try await book.entries(ben) == ["opening 12345 12345"])
        #expect(try await book.wallet(ada) == [12_345, 0, 0])
        #expect(try await book.wallet(ada) == [12_345, 0, 0])
        #expect(try book.owner.query("select * from ledger").count == 2)
        #expect(try await book.totals().houseCents == -24_690)
    }

    @Test func `refusals come in their order`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let late = try await book.market(of: try await book.event(startsIn: -1))
        let market = try await book.market()
        let id = market["home"]
        #expect(try await book.bet(id, "110", as: ada).faultyFields == ["legs.0.price"])
        #expect(try await book.bet(id, stake: 0, as: ada).faultyFields == ["stake_cents"])
        #expect(try await book.bet(id, stake: 1_000_001, as: ada).faultyFields == ["stake_cents"])
        #expect(try await book.bet(999_999, as: ada).faultyFields == ["legs.0.outcome_id"])
        let unknown = SportsbookWorld.draft([(late["home"], "-110"), (999_999, "-110")], stake: 100)
        #expect(try await book.call("POST", "bets/", as: ada, unknown).faultyFields == ["legs.1.outcome_id"])
        let both = SportsbookWorld.draft([(id, "-110"), (market["away"], "-110")], stake: 100)
        let same = try await book.call("POST", "bets/", as: ada, both)
        #expect(same.status == 422 && same.code == "same_event")
        #expect(try await book.bet(late["home"], "+200", as: ada).code == "event_started")
        book.expect(
            200,
            try await book.call(
                "PATCH",
                "admin/markets/\(market.id)/",
                as: book.admin,
                ["status": "suspended"]
            )
        )
        #expect(try await book.bet(id, "+200", as: ada).code == "market_suspended")
        book.expect(
            200,
            try await book.call("PATCH", "admin/markets/\(market.id)/", as: book.admin, ["status": "open"])
        )
        #expect(try await book.bet(id, "+200", as: ada).code == "price_changed")
        book.expect(201, try await book.bet(id, stake: 999_999, as: ada))
        let empty = try await book.bet(market["away"], stake: 2, as: ada)
        #expect(empty.status == 409 && empty.code == "insufficient_funds")
        #expect(try await book.differences() == [])
    }

    @Test func `a moved price is taken as far as the bet accepts it`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market(prices: ["+150", "-100"])
        let refused = try await book.bet(market["away"], "+200", accept: "better", as: ada)
        #expect(refused.status == 409 && refused.code == "price_changed")
        guard case .array(let legs)? = refused["legs"] else { throw WorldError.notRegistered("legs", "") }
        #expect(legs.count == 1)
        #expect(legs[0]["outcome_id"] == .integer(market["away"]))
        #expect(legs[0]["price"] == "+150")
        #expect(legs[0]["price_decimal"]?.double == 2.5)
        #expect(try await book.bet(market["away"], "+149", as: ada).code == "price_changed")
        let better = try await book.bet(market["away"], "+149", stake: 100, accept: "better", as: ada)
        #expect(better["potential_payout_cents"] == .integer(250), "\(better)")
        #expect(try await book.bet(market["away"], "+900", stake: 100, accept: "any", as: ada).status == 201)
        // +100 and −100 are the same price.
        #expect(try await book.bet(market["home"], "+100", stake: 100, as: ada).status == 201)
    }

    @Test func `limits are of the position`() async throws {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.maximumStake] = 1_000
        settings[SportsbookSettings.maximumPayout] = 5_000
        settings[SportsbookSettings.minimumStake] = 10
        let book = try await SportsbookWorld(settings: settings)
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let one = try await book.market(prices: ["+100", "+100"])
        let two = try await book.market(prices: ["+100", "+900"])
        #expect(try await book.bet(one["home"], "+100", stake: 9, as: ada).faultyFields == ["stake_cents"])
        book.expect(201, try await book.bet(one["home"], "+100", stake: 600, as: ada))
        let over = try await book.bet(one["home"], "+100", stake: 401, as: ada)
        #expect(over.status == 422 && over.faultyFields == ["stake_cents"], "\(over)")
        book.expect(201, try await book.bet(one["home"], "+100", stake: 400, as: ada))
        // The other side, and other people, have positions of their own.
        book.expect(201, try await book.bet(one["away"], "+100", stake: 1_000, as: ada))
        book.expect(201, try await book.bet(one["home"], "+100", stake: 1_000, as: ben))
        // A parlay counts with its whole amounts on each leg.
        let parlay = SportsbookWorld.draft([(one["home"], "+100"), (two["away"], "+100")], stake: 10)
        #expect(try await book.call("POST", "bets/", as: ada, parlay).faultyFields == ["stake_cents"])
        // The payout: 500 at +900 are 5,000.
        book.expect(201, try await book.bet(two["home"], "+900", stake: 450, as: ben))
        let high = try await book.bet(two["home"], "+900", stake: 51, as: ben)
        #expect(high.status == 422 && high.faultyFields == ["stake_cents"], "\(high)")
        book.expect(201, try await book.bet(two["home"], "+900", stake: 50, as: ben))
    }

    @Test func `a settled bet no longer counts for the position`() async throws {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.maximumStake] = 1_000
        let book = try await SportsbookWorld(settings: settings)
        let ada = try await book.person("Ada")
        let (one, two) = (try await book.market(), try await book.market())
        let parlay = SportsbookWorld.draft([(one["home"], "-110"), (two["home"], "-110")], stake: 1_000)
        book.expect(201, try await book.call("POST", "bets/", as: ada, parlay))
        #expect(try await book.bet(two["home"], stake: 1, as: ada).faultyFields == ["stake_cents"])
        try await book.finish(one.event, 0, 7)
        try await book.settle(one.event)
        book.expect(201, try await book.bet(two["home"], stake: 1_000, as: ada))
    }

    @Test func `bets are listed by their state, and are nobody else's business`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let (one, two) = (try await book.market(), try await book.market())
        let first = try await book.placed([(one["home"], "-110")], as: ada)
        let second = try await book.placed([(two["home"], "-110")], as: ada)
        try await book.finish(one.event, 7, 0)
        try await book.settle(one.event)
        func ids(_ query: String) async throws -> [Int64] {
            try await book.call("GET", "bets/\(query)", as: ada).items.compactMap { $0["id"]?.integer }
        }
        #expect(try await ids("") == [second, first])
        #expect(try await ids("?status=open") == [second])
        #expect(try await ids("?status=won,lost") == [first])
        let page = try await book.call("GET", "bets/?limit=1", as: ada)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await ids("?limit=1&cursor=\(cursor)") == [first])
        #expect(try await book.call("GET", "bets/\(first)/", as: ben).status == 404)
        #expect(try await book.call("GET", "bets/", as: ben).items.isEmpty)
        #expect(try await book.call("GET", "bets/?status=odd", as: ada).status == 400)
    }

    @Test func `another tenant's outcome does not exist`() async throws {
        let book = try await SportsbookWorld()
        _ = try await book.world.addTenant("other", modules: [.sportsbook])
        let stranger = try await book.world.person("Stranger", tenant: "other")
        let market = try await book.market()
        let body = SportsbookWorld.draft([(market["home"], "-110")], stake: 100)
        let refused = try await book.world.send("POST", "bets/", token: stranger.token, body, tenant: "other")
        #expect(refused.status == 422 && refused.faultyFields == ["legs.0.outcome_id"], "\(refused)")
        for path in ["events/\(market.event)/", "markets/\(market.id)/", "outcomes/\(market["home"])/"] {
            let answer = try await book.world.send("GET", path, token: stranger.token, tenant: "other")
            #expect(answer.status == 404, "\(path)")
        }
    }

    /// Without statistics about tenants, the planner takes an account for one bet.
    @Test func `what an account has on an outcome is found without its other bets`() throws {
        let superuser = try TestDatabase.current.connect(as: .superuser)
        try superuser.execute(
            """
            set search_path = parlay, public;
            set session_replication_role = replica;
            insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents)
            select 1, n % 200, 100, 200 from generate_series(1, 20000) as n;
            insert into bet_legs (tenant_id, bet_id, number, account_id, event_id, outcome_id, price)
            select tenant_id, id, 1, account_id, id % 100, id % 600, 100 from bets;
            analyze bets;
            analyze bet_legs;
            set plan_cache_mode = force_generic_plan
            """
        )
        try superuser.execute("prepare planned as \(BetStore.positions.statement.sql)")
        let plan = try superuser.query("explain execute planned(1, '{1,2}')").map { try $0.text(0) }
            .joined(separator: "\n")
        #expect(plan.contains("using bet_legs_outcome_idx"), "\(plan)")
        #expect(plan.contains("using bets_pkey"), "\(plan)")
        #expect(!plan.contains("bets_account_idx"), "\(plan)")
    }
}
