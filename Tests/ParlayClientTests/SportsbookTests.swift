import Foundation
import ParlayClient
import Testing

/// What the library adds to the resources of the sportsbook, and how its calls are repeated and refused.
@Suite struct SportsbookTests {
    private static let us = Locale(identifier: "en_US")

    private func price(_ text: String) throws -> AmericanPrice { try #require(AmericanPrice(text)) }

    @Test(arguments: [
        ("-110", "1.9091", "10/11"), ("+300", "4.00", "3/1"), ("+100", "2.00", "1/1"),
        ("-100", "2.00", "1/1"),
        ("+150", "2.50", "3/2"), ("-115", "1.8696", "20/23"), ("+1000000", "10,001.00", "10000/1"),
    ])
    func `a price reads in three ways`(american: String, decimal: String, fraction: String) throws {
        let outcome = Outcome(id: 1, marketID: 2, name: "", side: .home, price: try price(american))
        #expect(outcome.priceText(as: .american, locale: Self.us) == american)
        #expect(outcome.priceText(as: .decimal, locale: Self.us) == decimal)
        #expect(outcome.priceText(as: .fractional, locale: Self.us) == fraction)
        #expect(outcome.priceText(as: .decimal, locale: Locale(identifier: "de_DE")).contains(","))
    }

    @Test(
        arguments: [
            (["-110"], "-110", "1.9091", "10/11"), (["-110", "-110"], "+264", "3.6446", "2.64/1"),
            (["-110", "-110", "-110"], "+596", "6.9579", "5.96/1"),
            (["-300", "-300"], "-129", "1.7778", "0.78/1"), (["+100", "-100"], "+300", "4.00", "3/1"),
        ] as [([String], String, String, String)]
    )
    func `a bet has one price`(legs: [String], american: String, decimal: String, fraction: String) throws {
        let prices = try legs.map(price)
        var bet = Bet.example
        bet.legs = prices.map { leg in
            BetLeg(outcomeID: 1, event: .example, name: "", side: .home, kind: .moneyline, price: leg)
        }
        bet.priceDecimal = try #require(ParlayPrice(prices).decimal)
        #expect(bet.priceText(as: .american, locale: Self.us) == american)
        #expect(bet.priceText(as: .decimal, locale: Self.us) == decimal)
        #expect(bet.priceText(as: .fractional, locale: Self.us) == fraction)
    }

    @Test func `amounts are dollars`() {
        let wallet = Wallet(balanceCents: 990_000, openStakesCents: 10_000, debtCents: 5)
        #expect(wallet.balanceText(locale: Self.us) == "$9,900.00")
        #expect(wallet.openStakesText(locale: Self.us) == "$100.00")
        #expect(wallet.debtText(locale: Self.us) == "$0.05")
        #expect(WalletEntry.example.amountText(locale: Self.us) == "-$100.00")
        #expect(WalletEntry.example.balanceAfterText(locale: Self.us) == "$9,900.00")
        #expect(Bet.example.stakeText(locale: Self.us) == "$100.00")
        #expect(Bet.example.potentialPayoutText(locale: Self.us) == "$190.90")
        #expect(Bet.example.payoutText(locale: Self.us) == "$190.90")
        var open = Bet.example
        open.payoutCents = nil
        #expect(open.payoutText(locale: Self.us) == nil)
        #expect(LeaderboardEntry.example.profitText(locale: Self.us) == "$482.10")
    }

    @Test func `a bet slip computes what the server pays`() throws {
        var draft = BetDraft(on: [.example], stakeCents: 10_000)
        #expect(draft.potentialPayoutCents == 19_090)
        #expect(draft.potentialPayoutText(locale: Self.us) == "$190.90")
        let long = LegDraft(outcomeID: 1, price: try price("+1000000"))
        draft.legs = Array(repeating: long, count: 12)
        #expect(draft.potentialPayoutCents == nil && draft.potentialPayoutText(locale: Self.us) == nil)
    }

    @Test func `bets are taken before the start, on what is open`() {
        var event = SportsEvent.example
        let before = event.startsAt.date.addingTimeInterval(-1)
        event.status = Extensible(.scheduled)
        event.markets[0].status = Extensible(.open)
        event.markets[0].outcomes[1].status = Extensible(.active)
        event.markets[0].outcomes[0].status = Extensible(.suspended)
        #expect(event.takesBets(on: 1203, at: before))
        #expect(!event.takesBets(on: 1203, at: event.startsAt.date))
        #expect(!event.takesBets(on: 1204, at: before) && !event.takesBets(on: 7, at: before))
        event.markets[0].status = Extensible(.suspended)
        #expect(!event.takesBets(on: 1203, at: before))
        event.markets[0].status = Extensible(.open)
        event.status = .unknown("abandoned")
        #expect(!event.takesBets(on: 1203, at: before))
    }

    // MARK: Refusals

    private static func refusal(_ code: String, _ members: String = "") -> ScriptedTransport.Step {
        .json(
            409,
            #"{"type":"/docs/problems#\#(code)","title":"T","status":409,"detail":"D","code":"\#(code)"\#(members)}"#
        )
    }

    @Test func `a bet is placed again at the prices now`() async throws {
        let legs =
            #","legs":[{"outcome_id":2,"price":"+250","price_decimal":3.5,"asked":"+300"}]"#
        let world = try ClientWorld([
            Self.refusal("price_changed", legs), .value(Bet.example, status: 201),
        ])
        let draft = BetDraft(
            legs: [
                LegDraft(outcomeID: 1, price: .assumed), LegDraft(outcomeID: 2, price: try price("+300")),
            ],
            stakeCents: 500
        )
        let error = try await #require(throws: ParlayError.self) { try await world.parlay.bets.place(draft) }
        let change = try #require(error.priceChange)
        #expect(!error.hasInsufficientFunds)
        #expect(change.legs == [MovedPrice(outcomeID: 2, price: try price("+250"), asked: try price("+300"))])
        #expect(change[2]?.price.text == "+250" && change[1] == nil)
        let accepted = draft.accepting(change)
        #expect(accepted.legs.map(\.price.text) == ["-110", "+250"] && accepted.stakeCents == 500)
        try await world.parlay.bets.place(accepted)
        // Another bet, and so another key.
        #expect(Set(world.headers("Idempotency-Key")).count == 2)
        #expect(world.transport.isUsedUp)
    }

    @Test func `other refusals are no change of prices`() async throws {
        let world = try ClientWorld([
            Self.refusal("insufficient_funds"), Self.refusal("price_changed", #","legs":[{"price":1}]"#),
        ])
        let draft = BetDraft(on: [.example], stakeCents: 1)
        let poor = try await #require(throws: ParlayError.self) { try await world.parlay.bets.place(draft) }
        #expect(poor.hasInsufficientFunds && poor.priceChange == nil)
        // What cannot be read is still the server's problem.
        let odd = try await #require(throws: ParlayError.self) { try await world.parlay.bets.place(draft) }
        #expect(odd.priceChange == nil && odd.code == "price_changed")
    }

    // MARK: Repetition

    @Test func `a bet is one call under one key, however often it is sent`() async throws {
        let world = try ClientWorld([
            .lost, .problem(503, "outcome_unknown"), .problem(409, "idempotency_in_flight"),
            .value(Bet.example, status: 201),
        ])
        let bet = try await world.parlay.bets.place(BetDraft(on: [.example], stakeCents: 1))
        #expect(bet == .example)
        #expect(world.transport.requests.count == 4 && Set(world.transport.requests).count == 1)
        #expect(world.headers("Idempotency-Key").allSatisfy { $0 != nil })
    }

    @Test func `a version is a condition`() async throws {
        let event = ScriptedTransport.Step.value(SportsEvent.example, ["ETag": "\"9\""])
        let world = try ClientWorld([event, event])
        let seen = try await world.parlay.admin.sportsbook.event(118)
        try await world.parlay.admin.sportsbook.update(event: 118, ifUnchanged: seen) { $0.week = .set(3) }
        #expect(world.headers("If-Match") == [nil, "\"9\""])
    }

    @Test func `a file of odds is sent as it is, with what to select`() async throws {
        let counts = ScriptedTransport.Step.value(ImportCounts(created: 2, updated: 1, unchanged: 3))
        let world = try ClientWorld([.lost, counts, counts])
        let file = Data("game_id,season\n".utf8)
        let admin = world.parlay.admin.sportsbook
        let done = try await admin.importOdds(
            file,
            as: .csv,
            season: "2025",
            week: 3,
            moveTo: "2026-09-10",
            withResults: true
        )
        #expect(done == ImportCounts(created: 2, updated: 1, unchanged: 3))
        try await admin.importOdds(Data("{}".utf8), as: .json)
        let query = "?season=2025&week=3&move_to=2026-09-10&results=true"
        #expect(world.paths == ["admin/odds/\(query)", "admin/odds/\(query)", "admin/odds/"])
        #expect(world.headers("Content-Type") == ["text/csv", "text/csv", "application/json"])
        #expect(world.transport.requests.map(\.body) == [file, file, Data("{}".utf8)])
        #expect(world.transport.requests[0] == world.transport.requests[1])
    }

    @Test func `lists fetch page after page`() async throws {
        let first = ListPage(items: [Bet.example], nextCursor: "c1")
        let world = try ClientWorld([.value(first), .value(ListPage(items: [Bet.example]))])
        let bets = try await world.parlay.bets.all(in: [.open]).all()
        #expect(bets.count == 2)
        #expect(world.paths == ["bets/?status=open", "bets/?status=open&cursor=c1"])
    }
}
