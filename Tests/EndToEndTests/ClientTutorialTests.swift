import Foundation
import ParlayClient
import TestDatabases
import Testing

/// The code of `docs/client.md`, run against the real program. Each piece is here between `// snippet` and `// end`,
/// and a test compares the two.
@Suite(.database) struct ClientTutorialTests {
    @Test func `the tutorial works`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let server = try #require(URL(string: "http://127.0.0.1:\(site.port)"))
            let bob = try await site.newcomer("bob", knows: "es", learns: "en")
            let tutorial = Tutorial(server: server, file: URL(filePath: "\(site.directory)/sign-in.json"))
            let parlay = try await tutorial.signIn()
            let ann = try #require(try await parlay.account.signedInID())
            try await tutorial.propose(parlay)
            try await tutorial.accept(bob.client, ann: ann)
            #expect(try await parlay.matches.get(.person(bob.id)).statusCode == .scheduled)
            try await tutorial.read(bob.client)
            try await tutorial.change(parlay)
            #expect(try await parlay.profiles.me().bio == "I collect maps.")
            try await site.openWagers()
            try await bob.client.profiles.update { $0.venmoUsername = .set("bob-blanco") }
            let wager = try await tutorial.pose(parlay)
            try await tutorial.take(bob.client, id: wager)
            try await tutorial.claim(bob.client, id: wager)
            try await parlay.wagers.claim(wager, wonBy: .challengee)
            try await tutorial.pay(parlay, id: wager) { $0.scheme == "https" }
            #expect(try await parlay.wagers.get(wager).paymentMethod == .venmo)
            try await site.openSportsbook()
            try await tutorial.browse(parlay)
            try await tutorial.bet(parlay, on: try await site.outcome())
            try await tutorial.watch(parlay)
            try await site.openShelf()
            try await tutorial.collect(parlay)
            let shelf = try await parlay.shelf.games().all()
            #expect(shelf.map(\.game.name) == ["The Witcher 3"])
            #expect(shelf.first?.userHours == PlayedHours(tenths: 125))
            #expect(try await parlay.wishlist.games().all().isEmpty)
            #expect(try await parlay.bets.all(in: [.open]).all().map(\.stakeCents) == [1_000])
            try await tutorial.fail(parlay)
            #expect(try await tutorial.patient().about().slug == "wordup")
            #expect(await refusal { try await tutorial.offline().about() } != nil)
            let match = try await parlay.matches.get(.person(bob.id)).matchID
            let following = [
                Task { try await tutorial.follow(parlay) },
                Task { try await tutorial.follow(parlay, match: match) },
            ]
            let listening = Task { await tutorial.listen(parlay) }
            try await parlay.account.logOut()
            listening.cancel()
            await listening.value
            // Their streams end with the token.
            for task in following { await #expect(throws: ParlayError.self) { try await task.value } }
        }
    }

    @Test func `what the page shows is what runs here`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/client.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let shown = Self.blocks(page, from: "```swift", to: "```")
        let run = Self.blocks(source, from: "// snippet", to: "// end")
        #expect(shown.count > 5)
        for snippet in shown { #expect(run.contains(snippet), "\(snippet)") }
        for snippet in run { #expect(shown.contains(snippet), "\(snippet)") }
    }

    /// The text between two kinds of lines, without its indentation.
    private static func blocks(_ text: String, from start: String, to end: String) -> [String] {
        var blocks: [String] = []
        var lines: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            if words == start {
                lines = []
            } else if words == end, let found = lines {
                let indent = found.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                blocks.append(found.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        return blocks
    }
}

/// The pieces of the page, each where it compiles.
private struct Tutorial {
    /// What an app has; elsewhere in these tests it is the program.
    typealias Parlay = ParlayClient.Parlay

    let server: URL
    let file: URL

    func signIn() async throws -> Parlay {
        // snippet
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        // end
        // snippet
        try await parlay.account.register(
            Registration(
                username: "ann",
                password: "tango under the rain",
                email: "ann@example.org",
                firstName: "Ann",
                lastName: "Archer",
                knownLang: "en",
                learnLang: "es"
            )
        )
        try await parlay.account.logOut()
        try await parlay.account.logIn("ann", password: "tango under the rain", device: "Ann's phone")
        // end
        return parlay
    }

    func listen(_ parlay: Parlay) async {
        // snippet
        for await state in await parlay.signInStates() {
            switch state {
            case .signedIn(let accountID): print("account \(accountID)")
            case .signedOut(.refused): print("please sign in again")
            case .signedOut: print("signed out")
            }
        }
        // end
    }

    func propose(_ parlay: Parlay) async throws {
        // snippet
        for try await candidate in parlay.matches.candidates().prefix(3) {
            print(candidate.person.displayName, candidate.meetups?.knownLang ?? "")
        }
        let match = try await parlay.matches.make(with: "bob")
        let tomorrow = Date(timeIntervalSinceNow: 86_400)
        try await parlay.matches.propose(match, at: tomorrow, location: "Café Luna")
        // end
    }

    func accept(_ parlay: Parlay, ann: Int64) async throws {
        // snippet
        let match = try await parlay.matches.get(.person(ann))
        if case .received(let time, let location) = match.plan {
            print("\(match.profile.person.displayName) proposes \(location) at \(time)")
            try await parlay.matches.accept(match)
        }
        // end
    }

    func pose(_ parlay: Parlay) async throws -> Wager.ID {
        // snippet
        let here = Place(lat: 30.2672, lon: -97.7431)
        let wager = try await parlay.wagers.pose(
            WagerDraft(name: "Chess in the park", amountCents: 2_000, category: "Other", place: here)
        )
        print("\(wager.name), \(wager.value.amountText())")
        // end
        return wager.id
    }

    func take(_ parlay: Parlay, id: Wager.ID) async throws {
        // snippet
        let nearby = FeedFilters(near: Place(lat: 30.27, lon: -97.74), radiusKm: 5)
        for try await wager in parlay.wagers.feed(nearby, by: .distance).prefix(20) {
            print(wager.name, wager.amountText(), wager.distanceKm ?? 0)
        }
        let wager = try await parlay.wagers.get(id)
        try await parlay.wagers.take(wager)
        // end
    }

    func claim(_ parlay: Parlay, id: Wager.ID) async throws {
        // snippet
        let wager = try await parlay.wagers.get(id)
        if let me = try await parlay.account.signedInID(), wager.value.moves(of: me).contains(.claim),
            let party = wager.value.party(of: me)
        {
            try await parlay.wagers.claim(id, wonBy: party)
        }
        // end
    }

    func pay(_ parlay: Parlay, id: Wager.ID, canOpen: (URL) -> Bool) async throws {
        // snippet
        let guide = try await parlay.wagers.pay(id, by: .venmo)
        if let link = guide.link(canOpen: canOpen) {
            print("pay \(guide.amountText()) at \(link)")
        }
        // end
    }

    func browse(_ parlay: Parlay) async throws {
        // snippet
        for try await event in parlay.sportsbook.events(week: .current).prefix(10) {
            for market in event.markets {
                for outcome in market.outcomes where event.takesBets(on: outcome.id) {
                    print(event.home, event.away, outcome.name, outcome.priceText(as: .decimal))
                }
            }
        }
        // end
    }

    func bet(_ parlay: Parlay, on outcome: ParlayAPI.Outcome) async throws {
        // snippet
        let slip = BetDraft(on: [outcome], stakeCents: 1_000)
        print("\(slip.stakeCents) may pay \(slip.potentialPayoutText() ?? "")")
        do throws(ParlayError) {
            try await parlay.bets.place(slip)
        } catch {
            guard let change = error.priceChange else { throw error }
            print("now \(change[outcome.id]?.price.text ?? "")")
            try await parlay.bets.place(slip.accepting(change))
        }
        // end
        // snippet
        let wallet = try await parlay.wallet.get()
        print("\(wallet.balanceText()), open \(wallet.openStakesText())")
        for try await bet in parlay.bets.all(in: [.open]) {
            print(bet.legs.map(\.name), bet.potentialPayoutText())
        }
        // end
    }

    func watch(_ parlay: Parlay) async throws {
        // snippet
        for try await book in parlay.sportsbook.live() {
            print(book.connection, book.tournaments.map(\.tournament.name))
            for move in book.moves.values {
                print(move.outcome, move.isUp ? "▲" : "▼", move.to.text)
            }
            if book.connection == .live { break }
        }
        // end
    }

    func follow(_ parlay: Parlay) async throws {
        // snippet
        for try await change in parlay.events {
            switch change {
            case .reset: print("read what you show")
            case .event(let event): print("read", event.topic)
            }
        }
        // end
    }

    func follow(_ parlay: Parlay, match id: Match.ID) async throws {
        // snippet
        for try await match in parlay.matches.follow(id) { print(match.statusCode, match.location ?? "") }
        // end
    }

    func collect(_ parlay: Parlay) async throws {
        // snippet
        for try await game in parlay.games.all(.init(platform: "Linux")).prefix(5) {
            print(game.name, game.releaseDate?.year ?? 0)
        }
        let found = try await parlay.games.search("withcer 3")
        if let game = found.items.first {
            try await parlay.wishlist.add(game.id)
            try await parlay.shelf.add(game.id, .playing)
            try await parlay.shelf.update(game.id) {
                $0.userHours = .set(PlayedHours(tenths: 125))
                $0.note = .set("The map alone is worth it.")
            }
        }
        for try await entry in parlay.shelf.games([.playing], by: .hours) {
            print(entry.game.name, entry.userHours)
        }
        // end
    }

    func read(_ parlay: Parlay) async throws {
        // snippet
        for try await notice in parlay.inbox.notices(unread: true) {
            switch notice.kind {
            case .meetupProposed, .meetupAccepted: print("meetup: \(notice.title)")
            default: print(notice.title)
            }
        }
        // end
        // snippet
        let notices = parlay.inbox.notices()
        let first = try await notices.page(limit: 20)
        if let cursor = first.nextCursor {
            let second = try await notices.page(after: cursor, limit: 20)
            print(second.items.count)
        }
        // end
    }

    func change(_ parlay: Parlay) async throws {
        // snippet
        let me = try await parlay.profiles.me()
        try await parlay.profiles.update(ifUnchanged: me) { profile in
            profile.bio = .set("I collect maps.")
        }
        // end
    }

    func fail(_ parlay: Parlay) async throws {
        // snippet
        do throws(ParlayError) {
            try await parlay.profiles.update { $0.username = .set("?") }
        } catch .problem(let problem, _) where problem.code == "validation_failed" {
            print(problem.errors?["username"] ?? [])
        } catch .transport(.unreachable) {
            print("you seem to be offline")
        } catch {
            print(error.localizedDescription)
        }
        // end
    }

    func patient() -> Parlay {
        // snippet
        let patient = RetryPolicy(attempts: 10, timeLimit: .seconds(120))
        let parlay = Parlay(server: server, tenant: "wordup", retries: patient)
        // end
        return parlay
    }

    func offline() -> Parlay {
        // snippet
        struct Offline: HTTPTransport {
            func send(_ request: TransportRequest) async throws -> TransportResponse {
                throw TransportError.unreachable("no network in tests")
            }
        }
        let parlay = Parlay(server: server, tenant: "wordup", transport: Offline(), retries: .none)
        // end
        return parlay
    }
}
