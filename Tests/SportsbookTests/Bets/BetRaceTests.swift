import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What happens when bets, retries and price moves meet, each on a connection of its own.
@Suite(.database) struct BetRaceTests {
    private let book: SportsbookWorld
    private let ada: SignedInPerson

    init() async throws {
        var settings = TenantSettings.defaults
        settings[SportsbookSettings.startingBalance] = 50_000
        book = try await SportsbookWorld(
            settings: settings,
            connections: .init(readers: 2, writers: 8, transactions: 8)
        )
        ada = try await book.person("Ada")
    }

    @Test func `200 bets at once with money for 50 are exactly 50`() async throws {
        let market = try await book.market()
        let answers = try await book.world.sendTogether(200) { [book, ada] number in
            try await book.bet(market["home"], stake: 1_000, as: ada, key: "bet-\(number)")
        }
        #expect(answers.filter { $0.status == 201 }.count == 50)
        #expect(answers.filter { $0.code == "insufficient_funds" }.count == 150)
        #expect(try await book.wallet(ada) == [0, 50_000, 0])
        #expect(try book.owner.query("select * from bets").count == 50)
        #expect(try await book.differences() == [])
    }

    @Test func `retries with the same key never bet twice`() async throws {
        let market = try await book.market()
        let answers = try await book.world.sendTogether(40) { [book, ada] number in
            try await book.bet(market["home"], stake: 1_000, as: ada, key: "same-\(number % 4)")
        }
        #expect(answers.allSatisfy { $0.status == 201 }, "\(answers.first { $0.status != 201 }?.text ?? "")")
        #expect(Set(answers.compactMap { $0["id"]?.integer }).count == 4)
        #expect(try await book.wallet(ada) == [46_000, 4_000, 0])
    }

    @Test func `a limit holds for bets at the same time`() async throws {
        book.expect(
            200,
            try await book.call("PATCH", "admin/settings/", as: book.admin, ["max_stake_cents": 5_000])
        )
        try await book.world.refreshTenants()
        let ben = try await book.person("Ben")
        let market = try await book.market()
        let answers = try await book.world.sendTogether(40) { _ in
            try await book.bet(market["home"], stake: 1_000, as: ben)
        }
        #expect(answers.filter { $0.status == 201 }.count == 5)
        #expect(answers.filter { $0.faultyFields == ["stake_cents"] }.count == 35)
    }

    @Test func `no bet has a price that was not on offer when it committed`() async throws {
        let market = try await book.market(prices: ["-110", "+100"])
        let id = market["home"]
        let answers = try await book.world.sendTogether(60) { [book, ada] number in
            if number.isMultiple(of: 3) {
                let price = "+\(100 + number)"
                return try await book.call(
                    "PATCH",
                    "admin/outcomes/\(id)/",
                    as: book.admin,
                    ["price": .string(price)]
                )
            }
            return try await book.bet(
                id,
                "+100",
                stake: 100,
                accept: number.isMultiple(of: 2) ? "any" : "exact",
                as: ada
            )
        }
        #expect(answers.allSatisfy { [200, 201, 409].contains($0.status) })
        // An exact bet is at its price, and every price was on offer at some time.
        let prices = try book.owner.query("select distinct price from bet_legs").map { try $0.integer(0) }
        #expect(prices.allSatisfy { $0 == 100 || ($0 - 100) % 3 == 0 && $0 < 160 }, "\(prices)")
        // A bet that began after a move committed has no older price.
        let last = try #require(
            try book.owner.query("select price from outcomes where id = $1", .integer(id)).first
        )
        book.expect(201, try await book.bet(id, "+100", stake: 100, accept: "any", as: ada))
        let newest = try book.owner.query("select price from bet_legs order by bet_id desc limit 1")
        #expect(try newest[0].integer(0) == (try last.integer(0)))
    }

    @Test func `a result and bets on it take turns`() async throws {
        let market = try await book.market()
        let answers = try await book.world.sendTogether(30) { [book, ada] number in
            if number == 10 {
                let body: JSONObject = ["status": "final", "home_score": 7, "away_score": 0]
                return try await book.call("PATCH", "admin/events/\(market.event)/", as: book.admin, body)
            }
            return try await book.bet(market["home"], stake: 100, as: ada)
        }
        #expect(answers.allSatisfy { [200, 201].contains($0.status) || $0.code == "event_started" })
        try await book.settle(market.event)
        #expect(try book.owner.query("select * from bets where status = 'open'").count == 0)
        #expect(try await book.differences() == [])
    }
}
