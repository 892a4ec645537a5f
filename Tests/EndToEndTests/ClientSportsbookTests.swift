import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// The sportsbook through the client library.
@Suite(.database) struct ClientSportsbookTests {
    @Test func `a bet from the draft of its game to a corrected result`() async throws {
        try await Site.withSportsbook { site, admin in
            _ = try await site.work()
            let ann = try await site.newcomer("ann").client
            let book = admin.admin.sportsbook
            let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
            let game = try await book.add(site.game(in: league.id))
            let spread = try await book.add(.spread(of: game.id, MarketLine(-3.5)))
            #expect(spread.line?.text == "-3.5" && spread.prices == .quoted && spread.status == .open)
            let home = try #require(spread.value.outcomes.first { $0.side == .home })
            let away = try #require(spread.value.outcomes.first { $0.side == .away })
            #expect(home.name == "Kings" && away.name == "Queens" && away.line?.text == "3.5")

            #expect(try await ann.wallet.get() == Wallet(balanceCents: 1_000_000))
            let seen = try await ann.sportsbook.event(game.id)
            #expect(seen.markets.map(\.id) == [spread.id] && seen.takesBets(on: home.id))
            let slip = BetDraft(on: [home], stakeCents: 10_000)
            let bet = try await ann.bets.place(slip)
            #expect(bet.status == .open && bet.potentialPayoutCents == slip.potentialPayoutCents)
            #expect(bet.priceDecimal == slip.price.decimal && bet.legs.map(\.result) == [.known(.pending)])
            #expect(try await ann.wallet.get() == Wallet(balanceCents: 990_000, openStakesCents: 10_000))

            try await book.enterResult(of: game.id, home: 27, away: 20)
            try await eventually("settled") { try await ann.bets.get(bet.id).status == .won }
            let won = try await ann.bets.get(bet.id)
            #expect(won.payoutCents == 19_090 && won.settledAt != nil && won.legs[0].result == .won)
            #expect(try await ann.wallet.get() == Wallet(balanceCents: 1_009_090))
            #expect(try await ann.inbox.notices().all().filter { $0.kind == .betSettled }.count == 1)
            let ranking = try await ann.sportsbook.leaderboard(tournament: league.id).all()
            #expect(ranking.map(\.profitCents) == [9_090] && ranking.map(\.person.username) == ["ann"])

            // The home team was ahead by three, which does not cover.
            try await book.enterResult(of: game.id, home: 23, away: 20)
            try await eventually("settled again") { try await ann.bets.get(bet.id).status == .lost }
            #expect(try await ann.wallet.get() == Wallet(balanceCents: 990_000))
            let entries = try await ann.wallet.entries().all()
            #expect(entries.map(\.amountCents).reduce(0, +) == 990_000)
            #expect(entries.contains { $0.kind == .reversal && $0.amountCents == -19_090 })
            #expect(entries.first?.balanceAfterCents == 990_000 && entries.last?.kind == .opening)
        }
    }

    @Test func `a price that moved is refused with the new one, and taken when it is accepted`() async throws
    {
        try await Site.withSportsbook { site, admin in
            let ann = try await site.newcomer("ann").client
            let book = admin.admin.sportsbook
            let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
            let game = try await book.add(site.game(in: league.id))
            let other = try await book.add(site.game(in: league.id, home: "Rooks", away: "Bishops"))
            let spread = try await book.add(.spread(of: game.id, MarketLine(-3.5)))
            let total = try await book.add(
                MarketDraft(
                    eventID: other.id,
                    kind: .total,
                    line: MarketLine(44.25),
                    outcomes: [
                        OutcomeDraft(side: .under, price: .assumed),
                        OutcomeDraft(side: .over, price: .assumed),
                    ]
                )
            )
            #expect(total.value.outcomes.map(\.name).sorted() == ["Over 44.25", "Under 44.25"])
            let legs = [spread.value.outcomes[0], total.value.outcomes[0]]
            let slip = BetDraft(on: legs, stakeCents: 10_000)
            let moved = try #require(AmericanPrice("-125"))
            let outcome = try await book.update(outcome: legs[1].id) { $0.price = .set(moved) }
            #expect(outcome.priceDecimal.text == "1.8")

            let refused = await refusal { try await ann.bets.place(slip) }
            let change = try #require(refused?.priceChange)
            #expect(change.legs == [MovedPrice(outcomeID: legs[1].id, price: moved, asked: .assumed)])
            let parlay = try await ann.bets.place(slip.accepting(change))
            // 100.00 × 21/11 × 9/5, rounded down.
            #expect(parlay.potentialPayoutCents == 34_363 && parlay.legs.count == 2)
            #expect(parlay.priceText(as: .american) == "+244")
            #expect(try await ann.bets.all(in: [.open]).all().map(\.id) == [parlay.id])

            // One that got better.
            let better = try #require(AmericanPrice("+105"))
            _ = try await book.update(outcome: legs[1].id) { $0.price = .set(better) }
            var single = BetDraft(on: [legs[1]], stakeCents: 100)
            #expect(await refusal { try await ann.bets.place(single) }?.priceChange != nil)
            single.accept = .better
            #expect(try await ann.bets.place(single).legs[0].price == better)
            single.legs[0].price = try #require(AmericanPrice("+110"))
            #expect(await refusal { try await ann.bets.place(single) }?.priceChange != nil)
            single.accept = .any
            #expect(try await ann.bets.place(single).legs[0].price == better)
        }
    }

    @Test func `what cannot be bet on says why`() async throws {
        try await Site.withSportsbook { site, admin in
            let ann = try await site.newcomer("ann").client
            let book = admin.admin.sportsbook
            let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
            let game = try await book.add(site.game(in: league.id))
            let spread = try await book.add(.spread(of: game.id, MarketLine(-3.5)))
            let second = try await book.add(.spread(of: game.id, MarketLine(-4)))
            let slip = BetDraft(on: [spread.value.outcomes[0]], stakeCents: 1)
            func code(_ draft: BetDraft) async -> String? {
                await refusal { try await ann.bets.place(draft) }?.code
            }
            let pair = [spread.value.outcomes[0], second.value.outcomes[0]]
            #expect(await code(BetDraft(on: pair, stakeCents: 1)) == "same_event")
            #expect(await code(BetDraft(on: pair.reversed(), stakeCents: 0)) == "validation_failed")
            var unknown = slip
            unknown.legs[0].outcomeID = 999_999_999
            #expect(await code(unknown) == "validation_failed")
            try await book.update(market: spread.id) { $0.status = .set(.suspended) }
            #expect(await code(slip) == "market_suspended")
            #expect(try await !ann.sportsbook.event(game.id).takesBets(on: slip.legs[0].outcomeID))
            try await book.update(market: spread.id) { $0.status = .set(.open) }
            var dear = slip
            dear.stakeCents = 900_000
            try await ann.bets.place(dear)
            dear.stakeCents = 100_001
            let poor = await refusal { try await ann.bets.place(dear) }
            #expect(poor?.hasInsufficientFunds == false && poor?.fieldErrors["stake_cents"].isEmpty == false)
            let elsewhere = BetDraft(on: [second.value.outcomes[0]], stakeCents: 100_001)
            #expect(await refusal { try await ann.bets.place(elsewhere) }?.hasInsufficientFunds == true)
            let me = try #require(try await ann.account.signedInID())
            try await book.grant(1, to: me, reason: "A cent.")
            try await ann.bets.place(elsewhere)
            #expect(try await ann.wallet.get().balanceCents == 0)
            try await book.update(event: game.id) { $0.status = .set(.live) }
            #expect(await code(slip) == "event_started")
            #expect(await refusal { try await ann.admin.sportsbook.event(game.id) }?.problem?.status == 403)
        }
    }

    @Test func `the tree is read, changed under a condition, and deleted`() async throws {
        try await Site.withSportsbook { site, admin in
            let ann = try await site.newcomer("ann").client
            let book = admin.admin.sportsbook
            let league = try await book.add(
                TournamentDraft(sport: "soccer", name: "Liga", season: "2025/26")
            )
            let closed = try await book.update(tournament: league.id, ifUnchanged: league) {
                $0.status = .set(.closed)
                $0.season = .set(nil)
            }
            #expect(closed.status == .closed && closed.season == nil)
            let stale = await refusal {
                try await book.update(tournament: league.id, ifUnchanged: league) { $0.name = .set("X") }
            }
            #expect(stale?.code == "precondition_failed")
            #expect(try await ann.sportsbook.tournament(league.id) == closed.value)
            #expect(try await ann.sportsbook.tournaments().all() == [closed.value])

            let game = try await book.add(site.game(in: league.id))
            let market = try await book.add(.spread(of: game.id, .zero))
            let moved = try await book.update(market: market.id, ifUnchanged: market) {
                $0.line = .set(.zero)
            }
            #expect(try await ann.sportsbook.market(market.id) == moved.value)
            let outcome = moved.value.outcomes[0]
            #expect(try await ann.sportsbook.outcome(outcome.id) == outcome)
            let starts = game.startsAt.date
            for (from, to, count) in [
                (starts, starts.addingTimeInterval(1), 1), (starts.addingTimeInterval(-9), starts, 0),
                (starts.addingTimeInterval(1), starts.addingTimeInterval(9), 0),
            ] {
                let events = ann.sportsbook.events(tournament: league.id, from: from, to: to)
                #expect(try await events.all().count == count)
            }
            #expect(try await ann.sportsbook.events(week: .number(7)).all().map(\.id) == [game.id])
            #expect(try await ann.sportsbook.events(week: .current).all().map(\.id) == [game.id])
            try await book.remove(market: market.id)
            try await book.remove(event: game.id)
            try await book.remove(tournament: league.id)
            #expect(await refusal { try await ann.sportsbook.event(game.id) }?.code == "not_found")
            #expect(try await ann.sportsbook.tournaments().all().isEmpty)
        }
    }
}

extension MarketDraft {
    static func spread(of event: SportsEvent.ID, _ line: MarketLine?) -> MarketDraft {
        MarketDraft(
            eventID: event,
            kind: .spread,
            line: line,
            outcomes: [
                OutcomeDraft(side: .home, price: .assumed), OutcomeDraft(side: .away, price: .assumed),
            ]
        )
    }
}

extension Site {
    /// Starts in two days, in week 7.
    func game(in tournament: Tournament.ID, home: String = "Kings", away: String = "Queens")
        -> EventDraft
    {
        let start = Timestamp(Date(timeIntervalSinceNow: 2 * 86_400))
        return EventDraft(tournamentID: tournament, home: home, away: away, startsAt: start, week: 7)
    }

    /// A front with a tenant that has the module, and its admin.
    static func withSportsbook(_ body: (Site, Client) async throws -> Void) async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            try await site.openSportsbook()
            try await body(site, try await site.admin())
        }
    }

    /// A new account with the role.
    func admin() async throws -> Client {
        let client = try await newcomer("root").client
        try await parlay("admin account promote root admin --tenant wordup")
        return client
    }

    /// One of a new game, whose price has moved since.
    func outcome() async throws -> ParlayAPI.Outcome {
        let book = try await admin().admin.sportsbook
        let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
        let market = try await book.add(.spread(of: try await book.add(game(in: league.id)).id, .zero))
        let outcome = market.value.outcomes[0]
        let price = try #require(AmericanPrice("+120"))
        _ = try await book.update(outcome: outcome.id) { $0.price = .set(price) }
        return outcome
    }

    /// Switches the module on.
    func openSportsbook() async throws {
        try await parlay("admin tenant set wordup modules=meetups,wagers,sportsbook")
        try await eventually("the module") {
            try await self.client().about().modules.contains(.sportsbook)
        }
    }
}
