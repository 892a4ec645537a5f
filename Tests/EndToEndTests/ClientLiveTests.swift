import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// The live stream through the client library, against the real program.
@Suite(.database) struct ClientLiveTests {
    private func next(
        _ iterator: inout LiveStream.Iterator,
        until isExpected: (LiveTree) -> Bool
    ) async throws -> LiveTree {
        while let tree = try await iterator.next() {
            if isExpected(tree) { return tree }
        }
        throw ParlayError.cancelled
    }

    @Test func `every change of the tree arrives`() async throws {
        try await Site.withSportsbook { site, admin in
            let ann = try await site.newcomer("ann").client
            let book = admin.admin.sportsbook
            let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
            let game = try await book.add(site.game(in: league.id))
            let market = try await book.add(.spread(of: game.id, MarketLine(-3.5)))
            let outcome = market.value.outcomes[0]

            var iterator = ann.sportsbook.live().makeAsyncIterator()
            // The tree may be a moment behind the calls above; then the stream tells of them.
            let tree = try await next(&iterator) {
                $0.connection == .live && $0.tournaments.first?.events.first?.markets.isEmpty == false
            }
            #expect(tree.tournaments.map(\.tournament) == [league.value])
            #expect(tree.tournaments[0].events[0].markets == [market.value])

            let price = try #require(AmericanPrice("+120"))
            try await book.update(outcome: outcome.id) { $0.price = .set(price) }
            let moved = try await next(&iterator) { !$0.moves.isEmpty }
            #expect(moved.moves == [outcome.id: PriceMove(outcome: outcome.id, from: .assumed, to: price)])

            try await book.update(market: market.id) { $0.status = .set(.suspended) }
            _ = try await next(&iterator) { $0.tournaments[0].events[0].markets[0].status == .suspended }

            // A new game is an unknown id: the tree is loaded again.
            let other = try await book.add(site.game(in: league.id, home: "Rooks", away: "Bishops"))
            let both = try await next(&iterator) { $0.tournaments[0].events.count == 2 }
            #expect(both.tournaments[0].events.contains { $0.id == other.id && $0.home == "Rooks" })

            try await book.update(event: other.id) { $0.status = .set(.cancelled) }
            try await book.enterResult(of: game.id, home: 21, away: 20)
            let empty = try await next(&iterator) { $0.tournaments.isEmpty }
            // The stream and the server agree.
            try await eventually("the same tree") {
                let present = try await ann.sportsbook.tree()
                return present.tournaments.isEmpty && present.seq >= (empty.seq ?? .max)
            }
        }
    }

    @Test func `a filter shows a part, and signing out ends the stream`() async throws {
        try await Site.withSportsbook { site, admin in
            let ann = try await site.newcomer("ann").client
            let book = admin.admin.sportsbook
            let league = try await book.add(TournamentDraft(sport: "american_football", name: "Office"))
            let game = try await book.add(site.game(in: league.id))
            let other = try await book.add(site.game(in: league.id, home: "Rooks", away: "Bishops"))

            var iterator = ann.sportsbook.live(events: [other.id]).makeAsyncIterator()
            let part = try await next(&iterator) { $0.connection == .live && !$0.tournaments.isEmpty }
            #expect(part.tournaments.map { $0.events.map(\.id) } == [[other.id]])
            // Only the second change is about the part.
            let start = Timestamp(milliseconds: other.startsAt.milliseconds / 1_000 * 1_000 + 3_600_000)
            try await book.update(event: game.id) { $0.startsAt = .set(start) }
            try await book.update(event: other.id) { $0.startsAt = .set(start) }
            let moved = try await next(&iterator) { $0.tournaments[0].events[0].startsAt == start }
            #expect(moved.tournaments.map { $0.events.map(\.id) } == [[other.id]])

            try await ann.account.logOut()
            let error = await refusal {
                while try await iterator.next() != nil {}
            }
            #expect(error?.code == "unauthorized")
        }
    }

    @Test func `without a sign-in a public sportsbook is live, and another one is refused`() async throws {
        try await Site.withSportsbook { site, _ in
            var iterator = try site.client().sportsbook.live().makeAsyncIterator()
            let error = await refusal {
                while try await iterator.next() != nil {}
            }
            #expect(error?.code == "unauthorized")
            try await site.parlay("admin tenant set wordup public_sportsbook=true")
            try await eventually("the setting") {
                (try? await site.client().sportsbook.tree()) != nil
            }
            iterator = try site.client().sportsbook.live().makeAsyncIterator()
            _ = try await next(&iterator) { $0.connection == .live }
        }
    }
}
