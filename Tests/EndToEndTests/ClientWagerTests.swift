import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// Friendly bets through the client library.
@Suite(.database) struct ClientWagerTests {
    private static let austin = Place(lat: 30.2672, lon: -97.7431)

    private func chess(_ change: (inout WagerDraft) -> Void = { _ in }) -> WagerDraft {
        var draft = WagerDraft(name: "Chess & coffee ☕", amountCents: 1_250, category: "Other")
        change(&draft)
        return draft
    }

    @Test func `a wager from its posing to the ratings`() async throws {
        try await Site.withWagers { site in
            let ann = try await site.newcomer("ann")
            let bob = try await site.newcomer("bob", knows: "es", learns: "en")
            try await bob.client.profiles.update { $0.venmoUsername = .set("@bob-blanco") }

            let posed = try await ann.client.wagers.pose(chess())
            #expect(posed.status == .open && posed.value.role(of: ann.id) == .challenger)
            #expect(posed.value.moves(of: bob.id) == [.take])
            let own = await refusal { try await ann.client.wagers.take(posed) }
            #expect(own?.code == "own_wager")
            var draft = try #require(WagerDraft(of: posed.value))
            draft.amountCents = 2_000
            let wager = try await ann.client.wagers.replace(posed.id, with: draft, ifUnchanged: posed)
            #expect(wager.amountCents == 2_000 && wager.name == posed.name)

            // Bob has seen $12.50.
            let stale = await refusal { try await bob.client.wagers.take(posed) }
            #expect(stale?.code == "precondition_failed")
            let seen = try await bob.client.wagers.get(wager.id)
            let taken = try await bob.client.wagers.take(seen)
            #expect(taken.status == .active && taken.challengee?.id == bob.id)
            let late = await refusal { try await ann.client.wagers.delete(wager.id) }
            #expect(late?.code == "wager_state" && late?.wagerStatus == .active)

            let claimed = try await ann.client.wagers.claim(wager.id, wonBy: .challengee)
            #expect(claimed.status == .active && claimed.claim?.by == .challenger)
            let decided = try await bob.client.wagers.claim(wager.id, wonBy: .challengee)
            #expect(decided.status == .completed && decided.winner == .challengee)
            #expect(decided.value.moves(of: ann.id) == [.pay] && decided.value.loser == .challenger)

            let guide = try await ann.client.wagers.pay(wager.id, by: .venmo)
            let query = "amount=20.00&note=Chess%20%26%20coffee%20%E2%98%95%20%28Parlay%29"
            #expect(
                guide.link { $0.scheme == "venmo" }?.absoluteString
                    == "venmo://paycharge?txn=pay&recipients=bob-blanco&\(query)"
            )
            #expect(
                guide.link { _ in false }?.absoluteString == "https://venmo.com/bob-blanco?txn=pay&\(query)"
            )
            let cash = try await ann.client.wagers.pay(wager.id, by: .cash)
            #expect(cash.link { _ in true } == nil)
            #expect(
                await refusal { try await bob.client.wagers.pay(wager.id, by: .cash) }?.code
                    == "not_your_move"
            )
            #expect(try await bob.client.wagers.confirm(wager.id, paid: false).status == .completed)
            #expect(try await bob.client.wagers.confirm(wager.id).status == .confirmed)
            #expect(try await ann.client.wagers.rate(wager.id, 5, comment: "Quick.").myRating == 5)
            #expect(try await bob.client.wagers.get(wager.id).myRating == nil)
            #expect(await refusal { try await ann.client.wagers.rate(wager.id, 1) }?.code == "already_rated")
            try await bob.client.wagers.rate(wager.id, 3)

            let winner = try #require(try await ann.client.profiles.profile(bob.id).wagers)
            #expect(winner.pnlCents == 2_000 && winner.wagersWon == 1 && winner.wagersLost == 0)
            #expect(winner.rating == Profile.Rating(mean: 5, count: 1))
            let loser = try #require(try await ann.client.profiles.me().wagers)
            #expect(loser.pnlCents == -2_000 && loser.wagersWon == 0 && loser.wagersLost == 1)
            #expect(loser.rating == Profile.Rating(mean: 3, count: 1))
            #expect(try await ann.client.wagers.mine().all().map(\.id) == [wager.id])
            #expect(try await ann.client.wagers.of(bob.id, in: [.confirmed]).all().map(\.id) == [wager.id])
            #expect(try await ann.client.wagers.of(bob.id, in: [.open]).all().isEmpty)
            let told = try await bob.client.inbox.notices().all()
            #expect(told.allSatisfy { $0.subject == Subject(type: "wager", id: wager.id) })
            #expect(Set(told.compactMap(\.kind.known)).isSuperset(of: [.wagerClaimed]))

            // A tenant with both modules shows the figures of a partner.
            let match = try await ann.client.matches.make(with: "bob")
            #expect(match.profile.wagers?.pnlCents == 2_000)
            #expect(try await ann.client.matches.all().all().map(\.profile.wagers?.wagersWon) == [1])
        }
    }

    @Test func `a dispute, decided by an arbiter or a moderator, and what is called off`() async throws {
        try await Site.withWagers { site in
            let ann = try await site.newcomer("ann").client
            let bob = try await site.newcomer("bob").client
            let cleo = try await site.newcomer("cleo")
            let mia = try await site.newcomer("mia").client
            try await site.parlay("admin account promote mia moderator --tenant wordup")
            func dispute() async throws -> Wager.ID {
                let posed = try await ann.wagers.pose(chess())
                let id = posed.id
                try await bob.wagers.take(posed)
                try await ann.wagers.claim(id, wonBy: .challenger)
                #expect(try await bob.wagers.claim(id, wonBy: .challengee).status == .disputed)
                return id
            }

            let first = try await dispute()
            #expect(try await ann.wagers.nameArbiter("cleo", for: first).arbiter == nil)
            let named = try await bob.wagers.nameArbiter("CLEO", for: first)
            #expect(named.value.role(of: cleo.id) == .arbiter && named.value.moves(of: cleo.id) == [.decide])
            let stranger = await refusal { try await ann.wagers.decide(first, wonBy: .challenger) }
            #expect(stranger?.code == "not_your_move")
            let decided = try await cleo.client.wagers.decide(
                first,
                wonBy: .challengee,
                reason: "Mate in two."
            )
            #expect(decided.status == .completed && decided.winner == .challengee)
            let told = try await bob.inbox.notices().all()
            #expect(told.contains { $0.kind == .wagerCompleted && $0.text.contains("Mate in two.") })

            let second = try await dispute()
            #expect(await refusal { try await bob.admin.disputes().page() }?.problem?.status == 403)
            #expect(try await mia.admin.disputes().all().map(\.id) == [second])
            #expect(try await mia.wagers.void(second, reason: "Nobody can tell.").status == .cancelled)
            #expect(try await mia.admin.disputes().all().isEmpty)

            let open = try await ann.wagers.pose(chess())
            let third = open.id
            try await bob.wagers.take(open.value)
            let late = await refusal { try await cleo.client.wagers.take(open) }
            #expect(late?.code == "wager_already_taken" && late?.wagerStatus == .active)
            #expect(try await ann.wagers.cancel(third).cancelRequestedBy == .challenger)
            try await ann.wagers.withdrawCancellation(third)
            let again = await refusal { try await ann.wagers.withdrawCancellation(third) }
            #expect(again?.code == "no_cancel_request")
            try await bob.wagers.cancel(third)
            #expect(try await ann.wagers.cancel(third).status == .cancelled)
        }
    }

    @Test func `friends, and what only they see`() async throws {
        try await Site.withWagers { site in
            let ann = try await site.newcomer("ann")
            let bob = try await site.newcomer("bob")
            let wager = try await ann.client.wagers.pose(chess { $0.audience = .friends })
            #expect(await refusal { try await bob.client.wagers.get(wager.id) }?.code == "not_found")

            #expect(try await ann.client.friends.ask("bob").state == .sent)
            #expect(await refusal { try await ann.client.friends.ask("bob") }?.code == "already_asked")
            #expect(await refusal { try await ann.client.friends.ask("zoe") }?.code == "person_not_found")
            let requests = try await bob.client.friends.all(in: [.received]).all()
            #expect(requests.map(\.person.id) == [ann.id])
            #expect(await refusal { try await ann.client.friends.accept(bob.id) }?.code == "not_found")
            #expect(try await bob.client.friends.accept(ann.id).state == .friend)
            #expect(try await bob.client.friends.accept(ann.id).state == .friend)
            #expect(try await ann.client.profiles.profile(bob.id).friendship == .friend)
            #expect(try await bob.client.wagers.get(wager.id).name == wager.name)
            #expect(
                try await bob.client.wagers.feed(FeedFilters(friends: true)).all().map(\.id) == [wager.id]
            )
            #expect(try await ann.client.inbox.notices().all().map(\.kind.known) == [.friendAccepted])

            try await bob.client.friends.remove(ann.id)
            #expect(await refusal { try await bob.client.friends.remove(ann.id) }?.code == "not_found")
            #expect(try await ann.client.friends.all().all().isEmpty)
            #expect(await refusal { try await bob.client.wagers.get(wager.id) }?.code == "not_found")

            // A request to a person who has already asked accepts.
            try await bob.client.friends.ask("ann")
            #expect(try await ann.client.friends.ask("BOB").state == .friend)
        }
    }

    @Test func `wagers nearby, by filters, and by expression`() async throws {
        try await Site.withWagers { site in
            let ann = try await site.newcomer("ann").client
            let bob = try await site.newcomer("bob").client
            try await site.parlay("admin account promote ann admin --tenant wordup")
            try await ann.admin.setCategories(["Games", "Food"])
            try await eventually("the categories") {
                try await ann.categories() == ["Games", "Food", "Other"]
            }
            func pose(_ name: String, _ cents: Int64, _ category: String, _ place: Place?) async throws
                -> Wager.ID
            {
                try await ann.wagers.pose(
                    WagerDraft(name: name, amountCents: cents, category: category, place: place)
                ).id
            }
            let far = try await pose("Far pool", 500, "Games", Place(lat: 30.5, lon: -97.7431))
            let near = try await pose("Near chess", 1_000, "Games", Place(lat: 30.28, lon: -97.7431))
            let here = try await pose("Tacos (hot)", 1_500, "Food", Self.austin)
            let nowhere = try await pose("Nowhere", 2_000, "Other", nil)
            #expect(
                await refusal { try await pose("Nothing", 1, "Nothing", nil) }?.fieldErrors["category"] != []
            )

            let around = FeedFilters(near: Self.austin, radiusKm: 50)
            let nearest = try await bob.wagers.feed(around, by: .distance).pages(of: 1).all()
            #expect(nearest.map(\.id) == [here, near, far])
            #expect(nearest.map(\.distanceKm) == [0, 1.42, 25.89])
            #expect(try await bob.wagers.feed(around).all().map(\.id) == [here, near, far])
            let nearby = FeedFilters(category: ["Games", "Other"], near: Self.austin, radiusKm: 10)
            #expect(try await bob.wagers.feed(nearby, by: .distance).all().map(\.id) == [near])
            let priced = FeedFilters(minCents: 600, maxCents: 1_500)
            #expect(try await bob.wagers.feed(priced).all().map(\.id) == [here, near])
            #expect(try await bob.wagers.feed(FeedFilters(status: [.active, .expired])).all().isEmpty)
            let sorted = await refusal { try await bob.wagers.feed(priced, by: .distance).page() }
            #expect(sorted?.code == "bad_query")

            // What is saved holds for the feed without filters.
            #expect(try await bob.wagers.feed().all().map(\.id) == [nowhere, here, near, far])
            try await bob.settings.update { $0.feedFilters = .set(around) }
            #expect(try await bob.wagers.feed().pages(of: 1).all().map(\.id) == [here, near, far])
            try await bob.settings.update { $0.feedFilters = .set(nearby) }
            #expect(try await bob.wagers.feed().all().map(\.id) == [near])
            #expect(try await bob.wagers.feed(by: .distance).all().map(\.distanceKm) == [1.42])
            #expect(try await bob.wagers.feed(FeedFilters()).all().count == 4)

            #expect(try await bob.search.wagers("^near|HOT").all().map(\.id) == [here, near])
            let literal = Client.Search.literally("(hot)")
            #expect(try await bob.search.wagers(literal).all().map(\.id) == [here])
            #expect(try await bob.search.people("^a.n$").all().map(\.username) == ["ann"])
            let broken = await refusal { try await bob.search.people("ab(c").page() }
            #expect(broken?.code == "invalid_expression" && broken?.expressionPosition == 2)
        }
    }
}

extension Site {
    /// An installation whose tenant has the module, too.
    static func withWagers(_ body: (Site) async throws -> Void) async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            try await site.openWagers()
            try await body(site)
        }
    }

    /// Switches the module on.
    func openWagers() async throws {
        try await parlay("admin tenant set wordup modules=meetups,wagers")
        try await eventually("the module") {
            try await self.client().about().modules.contains(.wagers)
        }
    }
}
