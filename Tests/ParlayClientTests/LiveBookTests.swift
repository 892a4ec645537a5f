import ParlayAPI
import Testing

@testable import ParlayClient

/// How messages are merged into a tree.
@Suite struct LiveBookTests {
    private typealias Samples = LiveSamples

    private func book(_ filter: LiveFilter = LiveFilter()) -> LiveBook {
        LiveBook(LiveSamples.tree(5), filter: filter)
    }

    private func ids(_ book: LiveBook) -> [[Int64]] { book.tournaments.map { $0.events.map(\.id) } }

    // MARK: Known things

    @Test func `a price moves with its decimal form`() {
        var book = book()
        #expect(book.apply(LiveSamples.move(6, 1_001, 150)) == .changed)
        let outcomes = book.tournaments[0].events[0].markets[0].outcomes
        #expect(outcomes[1].price.text == "+150" && outcomes[1].priceDecimal == outcomes[1].price.decimal)
        #expect(outcomes[1].status == .active && outcomes[0].price == .assumed)
        #expect(book.seq == 6)
    }

    @Test func `an outcome changes its status with its price`() {
        var book = book()
        #expect(
            book.apply(LiveMessage(seq: 6, .outcome(1_000, .assumed, Extensible(.suspended)))) == .changed
        )
        #expect(book.tournaments[0].events[0].markets[0].outcomes[0].status == .suspended)
        #expect(book.takeMoves().isEmpty)
        #expect(book.apply(LiveMessage(seq: 7, .outcome(1_000, .assumed, .unknown("frozen")))) == .changed)
        #expect(book.tournaments[0].events[0].markets[0].outcomes[0].status.rawValue == "frozen")
    }

    @Test func `a market changes its status`() {
        var book = book()
        #expect(book.apply(LiveMessage(seq: 6, .market(110, Extensible(.suspended)))) == .changed)
        #expect(book.tournaments[0].events[1].markets[0].status == .suspended)
        #expect(book.tournaments[0].events[0].markets[0].status == .open)
    }

    @Test func `an event has a score until it has none`() {
        var book = book()
        let score = LiveMessage.Score(home: 2, away: 1)
        #expect(book.apply(LiveMessage(seq: 6, .event(10, Extensible(.live), score))) == .changed)
        var event = book.tournaments[0].events[0]
        #expect(event.status == .live && event.homeScore == 2 && event.awayScore == 1)
        #expect(book.apply(LiveMessage(seq: 7, .event(10, Extensible(.postponed), nil))) == .changed)
        event = book.tournaments[0].events[0]
        #expect(event.status == .postponed && event.homeScore == nil && event.awayScore == nil)
    }

    @Test func `events stay in the order of their start`() {
        var book = book()
        let later = LiveSamples.start.milliseconds / 1_000 + 3 * 3_600
        #expect(book.apply(LiveMessage(seq: 6, .start(event: 10, seconds: later))) == .changed)
        #expect(ids(book) == [[11, 10], [20]])
        #expect(book.tournaments[0].events[1].startsAt.milliseconds == later * 1_000)
        // The places are those of the new order.
        #expect(book.apply(LiveSamples.move(7, 1_000, 200)) == .changed)
        #expect(book.tournaments[0].events[1].markets[0].outcomes[0].price.text == "+200")
        // At the same time the lower id is first.
        #expect(book.apply(LiveMessage(seq: 8, .start(event: 11, seconds: later))) == .changed)
        #expect(ids(book) == [[10, 11], [20]])
        #expect(book.apply(LiveMessage(seq: 9, .start(event: 11, seconds: .max))) == .unchanged)
    }

    @Test func `a tournament leaves with its last event that is not decided`() {
        var book = book()
        #expect(book.apply(LiveMessage(seq: 6, .event(11, Extensible(.cancelled), nil))) == .changed)
        #expect(ids(book) == [[10, 11], [20]])
        let score = LiveMessage.Score(home: 0, away: 0)
        #expect(book.apply(LiveMessage(seq: 7, .event(10, Extensible(.final), score))) == .changed)
        #expect(ids(book) == [[20]])
        // Its bets are settled now, which concerns nobody who looks at the tree.
        #expect(book.apply(LiveMessage(seq: 8, .market(100, Extensible(.settled)))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 9, .outcome(1_000, .assumed, Extensible(.won)))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 10, .event(10, Extensible(.final), nil))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 11, .start(event: 10, seconds: 1))) == .unchanged)
        // The rest is where it belongs.
        #expect(book.apply(LiveSamples.move(12, 2_001, 120)) == .changed)
        #expect(book.tournaments[0].events[0].markets[0].outcomes[1].price.text == "+120")
        // The result was wrong: the tournament is back, which only the tree has.
        #expect(book.apply(LiveMessage(seq: 13, .event(10, Extensible(.live), nil))) == .unknown)
        #expect(book.seq == 13)
    }

    @Test func `an unknown status of an event is not decided`() {
        var book = book()
        #expect(book.apply(LiveMessage(seq: 6, .event(20, .unknown("abandoned"), nil))) == .changed)
        #expect(ids(book).count == 2)
    }

    @Test func `nothing goes backwards`() {
        var book = book()
        let before = book.tournaments
        for seq: Int64 in [-1, 0, 4, 5] {
            #expect(book.apply(LiveSamples.move(seq, 1_000, 200)) == .stale)
            #expect(book.apply(LiveMessage(seq: seq, .market(999, Extensible(.open)))) == .stale)
            #expect(book.apply(LiveMessage(seq: seq, .tree)) == .stale)
        }
        #expect(book.seq == 5 && book.tournaments == before)
    }

    @Test func `what is as before changes nothing`() {
        var book = book()
        #expect(book.apply(LiveMessage(seq: 6, .outcome(1_000, .assumed, nil))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 7, .outcome(1_000, .assumed, Extensible(.active)))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 8, .market(100, Extensible(.open)))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 9, .event(10, Extensible(.scheduled), nil))) == .unchanged)
        let seconds = LiveSamples.start.milliseconds / 1_000 + 3_600
        #expect(book.apply(LiveMessage(seq: 10, .start(event: 10, seconds: seconds))) == .unchanged)
        #expect(book.seq == 10)
    }

    // MARK: Unknown things

    @Test(
        arguments: [
            .start(event: 99, seconds: 1), .event(99, Extensible(.final), nil),
            .market(99, Extensible(.void)),
            .outcome(99, .assumed, nil), .tree,
        ] as [LiveMessage.Change]
    )
    func `an unknown id asks for the tree`(_ change: LiveMessage.Change) {
        var book = book()
        let before = book.tournaments
        #expect(book.apply(LiveMessage(seq: 6, change)) == .unknown)
        #expect(book.seq == 6 && book.tournaments == before)
    }

    @Test func `what the tree does not contain either is not asked for again`() {
        var book = book()
        let log = [
            LiveMessage(seq: 6, .market(990, Extensible(.settled))),
            LiveMessage(seq: 7, .outcome(9_900, .assumed, Extensible(.won))),
            LiveMessage(seq: 8, .event(99, Extensible(.final), nil)),
        ]
        for message in log { #expect(book.apply(message) == .unknown) }
        #expect(book.replace(by: LiveSamples.tree(8), replaying: log) == true)
        #expect(book.apply(LiveMessage(seq: 9, .market(990, Extensible(.void)))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 10, .outcome(9_900, .assumed, nil))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 11, .event(99, Extensible(.cancelled), nil))) == .unchanged)
        #expect(book.apply(LiveMessage(seq: 12, .event(99, Extensible(.scheduled), nil))) == .unknown)
        #expect(book.apply(LiveMessage(seq: 13, .market(991, Extensible(.open)))) == .unknown)
    }

    @Test func `a new tree takes the messages that it does not contain`() {
        var book = book()
        let log = [
            LiveMessage(seq: 6, .start(event: 12, seconds: 1)), LiveSamples.move(7, 1_000, 200),
            LiveSamples.move(8, 1_001, 300),
        ]
        for message in log { _ = book.apply(message) }
        var tree = LiveSamples.tree(7)
        tree.tournaments[0].events.append(LiveSamples.event(12, of: 1, hours: 9))
        tree.tournaments[0].events[0].markets[0].outcomes[0] = Outcome(
            id: 1_000,
            marketID: 100,
            name: "Away",
            side: .away,
            price: LiveSamples.price(200)
        )
        #expect(book.replace(by: tree, replaying: log) == true)
        #expect(book.seq == 8 && ids(book) == [[10, 11, 12], [20]])
        #expect(book.tournaments[0].events[0].markets[0].outcomes.map(\.price.text) == ["+200", "+300"])
    }

    @Test func `a tree that is older than an unknown id leaves it unknown`() {
        var book = book()
        let log = [LiveMessage(seq: 6, .start(event: 12, seconds: 1)), LiveSamples.move(7, 1_000, 200)]
        for message in log { _ = book.apply(message) }
        #expect(book.replace(by: LiveSamples.tree(5), replaying: log) == false)
        #expect(book.seq == 7)
        #expect(book.tournaments[0].events[0].markets[0].outcomes[0].price.text == "+200")
    }

    // MARK: Moves

    @Test func `moves are from the price that was seen to the present one`() {
        var book = book()
        _ = book.apply(LiveSamples.move(6, 1_000, 150))
        _ = book.apply(LiveSamples.move(7, 1_000, 200))
        _ = book.apply(LiveSamples.move(8, 1_001, -200))
        let moves = book.takeMoves()
        #expect(moves.count == 2)
        #expect(moves[1_000] == PriceMove(outcome: 1_000, from: .assumed, to: LiveSamples.price(200)))
        #expect(moves[1_000]?.isUp == true && moves[1_000]?.isDown == false)
        #expect(moves[1_001]?.isUp == false && moves[1_001]?.isDown == true)
        #expect(book.takeMoves().isEmpty)
        // There and back again.
        _ = book.apply(LiveSamples.move(9, 1_000, 300))
        _ = book.apply(LiveSamples.move(10, 1_000, 200))
        #expect(book.takeMoves().isEmpty)
    }

    @Test func `a new tree moves the prices that differ`() {
        var book = book()
        _ = book.apply(LiveSamples.move(6, 2_000, 500))
        var tree = LiveSamples.tree(7)
        tree.tournaments[0].events[0].markets[0].outcomes[1].price = LiveSamples.price(130)
        #expect(book.replace(by: tree) == true)
        #expect(
            book.takeMoves() == [
                1_001: PriceMove(outcome: 1_001, from: .assumed, to: LiveSamples.price(130))
            ]
        )
    }

    @Test func `prices that pay the same neither rise nor fall`() {
        let move = PriceMove(outcome: 1, from: LiveSamples.price(100), to: LiveSamples.price(-100))
        #expect(!move.isUp && !move.isDown)
    }

    // MARK: Filters

    @Test func `a filter narrows the tree`() {
        #expect(ids(book(LiveFilter(tournaments: [2]))) == [[20]])
        #expect(ids(book(LiveFilter(events: [11]))) == [[11]])
        #expect(ids(book(LiveFilter(tournaments: [2], events: [11]))) == [[11], [20]])
        #expect(ids(book(LiveFilter(tournaments: [1], events: [11]))) == [[10, 11]])
        #expect(ids(book(LiveFilter(tournaments: [7], events: [8]))) == [])
        let call = Call(LiveCalls.stream)
        let query = call.asking(LiveFilter(tournaments: [2, 1], events: [11])).query
        #expect(query.map(\.name) == ["tournament", "event"] && query.map(\.value) == ["1,2", "11"])
        #expect(call.asking(LiveFilter()).query.isEmpty)
    }

    @Test func `a part of a tournament stays when its events are decided`() {
        var part = book(LiveFilter(tournaments: [2], events: [11]))
        _ = part.apply(LiveMessage(seq: 6, .event(11, Extensible(.final), nil)))
        #expect(ids(part) == [[11], [20]])
        _ = part.apply(LiveMessage(seq: 7, .event(20, Extensible(.final), nil)))
        #expect(ids(part) == [[11]])
    }

    @Test func `a new tree is narrowed too`() {
        var part = book(LiveFilter(events: [11]))
        #expect(part.replace(by: LiveSamples.tree(9)) == true)
        #expect(ids(part) == [[11]] && part.seq == 9)
    }
}
