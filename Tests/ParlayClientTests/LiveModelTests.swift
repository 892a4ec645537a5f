import ParlayAPI
import Testing

@testable import ParlayClient

/// Random histories: a client that gets some tree and the messages after it ends with the server's tree.
@Suite struct LiveModelTests {
    /// Repeats its numbers for a seed.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var value = state
            value ^= value >> 33
            value = value &* 0xFF51_AFD7_ED55_8CCD
            return value ^ value >> 33
        }
    }

    /// A sportsbook that writes messages about its changes.
    private struct Server {
        var tournaments: [SportsbookTournament] = LiveSamples.tree(0).tournaments
        var seq: Int64 = 0
        var lastID: Int64 = 30
        var generator: Generator

        /// What clients get: tournaments with an event that is not decided.
        var tree: SportsbookTree {
            SportsbookTree(
                seq: seq,
                tournaments: tournaments.filter { tournament in
                    tournament.events.contains { $0.status != .final && $0.status != .cancelled }
                }
            )
        }

        mutating func change() -> LiveMessage {
            // Gaps are allowed.
            seq += Int64.random(in: 1...3, using: &generator)
            let t = Int.random(in: tournaments.indices, using: &generator)
            let e = Int.random(in: tournaments[t].events.indices, using: &generator)
            let event = tournaments[t].events[e]
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<10:
                let o = Int.random(in: 0..<2, using: &generator)
                let price = LiveSamples.price(Int.random(in: 100...130, using: &generator))
                let status: OutcomeStatus? = [nil, nil, .active, .suspended][
                    Int.random(in: 0..<4, using: &generator)
                ]
                tournaments[t].events[e].markets[0].outcomes[o].price = price
                tournaments[t].events[e].markets[0].outcomes[o].priceDecimal = price.decimal
                if let status { tournaments[t].events[e].markets[0].outcomes[o].status = Extensible(status) }
                let id = event.markets[0].outcomes[o].id
                return LiveMessage(seq: seq, .outcome(id, price, status.map { Extensible($0) }))
            case 10..<13:
                let status = MarketStatus.allCases.randomElement(using: &generator) ?? .open
                tournaments[t].events[e].markets[0].status = Extensible(status)
                return LiveMessage(seq: seq, .market(event.markets[0].id, Extensible(status)))
            case 13..<15:
                let hour = Int64.random(in: 0..<9, using: &generator)
                let seconds = LiveSamples.start.milliseconds / 1_000 + hour * 3_600
                tournaments[t].events[e].startsAt = Timestamp(milliseconds: seconds * 1_000)
                sort(t)
                return LiveMessage(seq: seq, .start(event: event.id, seconds: seconds))
            case 15..<19:
                let status = EventStatus.allCases.randomElement(using: &generator) ?? .live
                let score = Bool.random(using: &generator) ? LiveMessage.Score(home: Int(seq), away: 0) : nil
                tournaments[t].events[e].status = Extensible(status)
                tournaments[t].events[e].homeScore = score?.home
                tournaments[t].events[e].awayScore = score?.away
                return LiveMessage(seq: seq, .event(event.id, Extensible(status), score))
            default:
                return add(to: t)
            }
        }

        /// A new event, or a new name, which no message can say.
        private mutating func add(to t: Int) -> LiveMessage {
            guard Bool.random(using: &generator), tournaments[t].events.count < 6 else {
                tournaments[t].tournament.name += "!"
                return LiveMessage(seq: seq, .tree)
            }
            lastID += 1
            let event = LiveSamples.event(lastID, of: tournaments[t].id, hours: 4)
            tournaments[t].events.append(event)
            sort(t)
            return LiveMessage(seq: seq, .start(event: lastID, seconds: event.startsAt.milliseconds / 1_000))
        }

        private mutating func sort(_ t: Int) {
            tournaments[t].events.sort { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
        }
    }

    /// Whether a client that knows all of its tree shows the same as the server.
    private func equal(_ book: LiveBook?, _ tree: SportsbookTree) -> Bool {
        guard let book else { return false }
        let names = Dictionary(uniqueKeysWithValues: tree.tournaments.map { ($0.id, $0) })
        return book.tournaments.count == tree.tournaments.count
            && book.tournaments.allSatisfy { names[$0.id] == $0 } && book.seq == tree.seq
    }

    @Test(arguments: 0..<60)
    func `tree and messages are the present tree`(_ seed: UInt64) {
        var server = Server(generator: Generator(state: seed))
        var chance = Generator(state: seed &+ 1_000)
        var session = LiveSession { 0 }
        var sent: [LiveMessage] = []
        /// Trees of the last moments: fronts are behind.
        var trees = [server.tree]
        var isReloading = false
        var isOpen = false
        var lastSeen: Int64 = -1

        func handle(_ event: LiveSession.Event) {
            switch session.receive(event, at: .zero) {
            case .load: handle(.loaded(.success(trees.randomElement(using: &chance) ?? server.tree)))
            case .connect(let seq):
                isOpen = true
                handle(.opened)
                // Sometimes from further back than asked for.
                let from = seq - Int64.random(in: 0...4, using: &chance)
                for message in sent where message.seq > from { handle(.message(message)) }
            case .reload: isReloading = true
            case .pause: handle(.pauseEnded)
            case .receive, .proceed, .close: break
            case .fail(let error): Issue.record("\(error)")
            }
            // Never backwards.
            let seq = session.book?.seq ?? -1
            #expect(seq >= lastSeen)
            lastSeen = seq
        }
        func reload(_ tree: SportsbookTree) {
            isReloading = false
            handle(.reloaded(.success(tree)))
        }

        handle(.started)
        for _ in 0..<400 {
            let message = server.change()
            sent.append(message)
            trees.append(server.tree)
            if trees.count > 4 { trees.removeFirst() }
            if isOpen { handle(.message(message)) }
            switch Int.random(in: 0..<40, using: &chance) {
            case 0:
                isOpen = false
                handle(.ended(.closed(code: 1001, reason: "")))
            case 1...8 where isReloading: reload(trees.randomElement(using: &chance) ?? server.tree)
            default: break
            }
            if !isReloading { #expect(equal(session.book, server.tree)) }
        }
        var count = 0
        while isReloading, count < 10 {
            reload(server.tree)
            count += 1
        }
        #expect(!isReloading && equal(session.book, server.tree))
    }

    @Test(arguments: 0..<20)
    func `merged messages lead to the same tree`(_ seed: UInt64) {
        var server = Server(generator: Generator(state: seed))
        let tree = server.tree
        var log = LiveLog(after: 0)
        var all: [LiveMessage] = []
        // So many that they are merged.
        for _ in 0..<5_000 {
            let message = server.change()
            // Those that need another tree are the other test's.
            if case .tree = message.change { continue }
            all.append(message)
            log.append(message)
        }
        #expect(log.messages.count < all.count)
        // About events that the tree has from the start.
        var known = Set<Int64>()
        for tournament in tree.tournaments { known.formUnion(tournament.events.map(\.id)) }
        func isKnown(_ message: LiveMessage) -> Bool {
            switch message.change {
            case .start(let id, _): known.contains(id)
            case .market(let id, _): known.contains(id / 10)
            case .outcome(let id, _, _): known.contains(id / 100)
            case .event, .tree: false
            }
        }
        var one = LiveBook(tree)
        var other = LiveBook(tree)
        for message in all where isKnown(message) { _ = one.apply(message) }
        for message in log.messages where isKnown(message) { _ = other.apply(message) }
        #expect(one.tournaments == other.tournaments)
    }
}
