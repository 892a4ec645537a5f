import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What an admin reads before a result is what the settlement then pays.
@Suite(.database) struct ResultPreviewTests {
    private func preview(_ event: Int64, _ query: String, _ book: SportsbookWorld) async throws -> Answer {
        try await book.call("GET", "admin/events/\(event)/preview/?\(query)", as: book.admin)
    }

    private func figures(_ answer: Answer) -> [Int64] {
        ["bets", "won", "lost", "returned", "waiting", "stake_cents", "payout_cents", "reversed_cents"]
            .map { answer[$0]?.integer ?? -1 }
    }

    @Test func `a result pays what its preview says, and so does its correction`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let (market, other) = (try await book.market(.spread, line: -3), try await book.market())
        _ = try await book.placed([(market["home"], "-110")], as: ada)
        _ = try await book.placed([(market["away"], "-110")], stake: 5_000, as: ben)
        _ = try await book.placed([(market["home"], "-110"), (other["home"], "-110")], as: ben)

        let before = book.expect(
            200,
            try await preview(market.event, "decision=final&home_score=24&away_score=20", book)
        )
        #expect(figures(before) == [2, 1, 1, 0, 1, 15_000, 19_090, 0])
        #expect(before["complete"] == true)
        // Nothing was written.
        #expect(try await book.wallet(ada) == [990_000, 10_000, 0])
        #expect(try await book.call("GET", "events/\(market.event)/", as: ada)["status"] == "scheduled")

        try await book.finish(market.event, 24, 20)
        #expect(try await book.settle(market.event) == 2)
        #expect(try await book.wallet(ada) == [1_009_090, 0, 0])
        let same = try await preview(market.event, "decision=final&home_score=24&away_score=20", book)
        #expect(figures(same) == [0, 0, 0, 0, 0, 0, 0, 0])

        // The parlay waited, and is lost by the correction.
        let correction = try await preview(
            market.event,
            "decision=final&home_score=20&away_score=24",
            book
        )
        #expect(figures(correction) == [3, 1, 2, 0, 0, 25_000, 9_545, 19_090])
        try await book.finish(market.event, 20, 24)
        #expect(try await book.settle(market.event) == 3)
        #expect(try await book.wallet(ada) == [990_000, 0, 0])
        #expect(try await book.wallet(ben) == [994_545, 0, 0])
    }

    @Test func `a cancelled event and a void market pay the stakes back`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market(.spread, line: -3)
        _ = try await book.placed([(market["home"], "-110")], as: ada)
        #expect(
            figures(try await preview(market.event, "decision=cancelled", book))
                == [1, 0, 0, 1, 0, 10_000, 10_000, 0]
        )
        let void = "decision=void&market=\(market.id)"
        #expect(figures(try await preview(market.event, void, book)) == [1, 0, 0, 1, 0, 10_000, 10_000, 0])
        let path = "admin/markets/\(market.id)/"
        book.expect(200, try await book.call("PATCH", path, as: book.admin, ["status": "void"]))
        let again = book.expect(409, try await preview(market.event, void, book))
        #expect(again["code"] == "market_state")
    }

    @Test func `a preview that asks for nothing is refused`() async throws {
        let book = try await SportsbookWorld()
        let market = try await book.market()
        for query in ["decision=final&home_score=1", "decision=void", "decision=won", "home_score=1"] {
            book.expect(400, try await preview(market.event, query, book))
        }
        let elsewhere = try await book.market()
        book.expect(404, try await preview(market.event, "decision=void&market=\(elsewhere.id)", book))
    }

    @Test func `events are listed by their states`() async throws {
        let book = try await SportsbookWorld()
        let tournament = try await book.tournament()
        let open = try await book.event(in: tournament)
        let over = try await book.event("Rams", "Jets", in: tournament)
        try await book.finish(over, 1, 0)
        func ids(_ query: String) async throws -> [Int64] {
            try await book.call("GET", "events/?\(query)", as: book.admin).items.compactMap {
                $0["id"]?.integer
            }
        }
        #expect(try await ids("status=scheduled,live") == [open])
        #expect(try await ids("status=final") == [over])
        #expect(try await ids("") == [open, over])
        #expect(try await ids("status=postponed") == [])
    }
}
