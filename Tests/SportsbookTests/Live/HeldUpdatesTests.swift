import ParlayAPI
import Stream
import Testing

@testable import Sportsbook

@Suite struct HeldUpdatesTests {
    private func price(_ seq: Int64, _ outcome: Int64, _ price: Int, status: OutcomeStatus? = nil)
        -> LiveUpdate
    {
        let change = LiveMessage.Change.outcome(
            outcome,
            AmericanPrice(rawValue: price) ?? .assumed,
            status.map { Extensible($0) }
        )
        return LiveUpdate(LiveMessage(seq: seq, change), tournament: nil, event: nil)
    }

    private func update(_ seq: Int64, _ change: LiveMessage.Change) -> LiveUpdate {
        LiveUpdate(LiveMessage(seq: seq, change), tournament: nil, event: nil)
    }

    @Test func `of several updates about one thing the latest stays, at its own number`() {
        var held = HeldUpdates()
        held.add(price(1, 7, 150), size: 40)
        held.add(price(2, 8, 110), size: 40)
        held.add(price(3, 7, 160), size: 41)
        #expect(held.count == 2 && held.size == 81)
        #expect(held.take(upTo: .max) == [price(2, 8, 110), price(3, 7, 160)])
        #expect(held.isEmpty && held.size == 0)
    }

    @Test func `an event's start, its status, a market and an outcome with one id are four things`() {
        let updates = [
            update(1, .start(event: 5, seconds: 10)), update(2, .event(5, Extensible(.live), nil)),
            update(3, .market(5, Extensible(.open))), price(4, 5, 120), update(5, .tree),
        ]
        var held = HeldUpdates()
        for update in updates { held.add(update, size: 10) }
        #expect(held.take(upTo: .max) == updates)
    }

    @Test func `a changed status survives a later price`() {
        var held = HeldUpdates()
        held.add(price(1, 7, 150, status: .suspended), size: 60)
        held.add(price(2, 7, 160), size: 40)
        #expect(held.take(upTo: .max) == [price(2, 7, 160, status: .suspended)])
        held.add(price(3, 7, 150, status: .suspended), size: 60)
        held.add(price(4, 7, 160, status: .active), size: 60)
        #expect(held.take(upTo: .max) == [price(4, 7, 160, status: .active)])
    }

    @Test func `updates are taken in parts, from the first on`() {
        var held = HeldUpdates()
        for seq in 1...10 { held.add(price(Int64(seq), Int64(seq), 100 + seq), size: 100) }
        #expect(held.take(upTo: 250).map(\.seq) == [1, 2, 3])
        #expect(held.size == 700)
        held.add(price(11, 4, 200), size: 100)
        #expect(held.take(upTo: .max).map(\.seq) == [5, 6, 7, 8, 9, 10, 11])
    }

    @Test(arguments: 1...20) func `any sequence leaves the last of each thing, in order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, text: "held")
        var held = HeldUpdates()
        var expected: [Int64: LiveUpdate] = [:]
        var state: [Int64: Int64] = [:]
        for seq in Int64(1)...2_000 {
            let outcome = Int64.random(in: 1...40, using: &random)
            let update = price(seq, outcome, 100 + Int(seq % 900))
            held.add(update, size: 50)
            expected[outcome] = update
            if Int.random(in: 0..<100, using: &random) == 0 {
                for taken in held.take(upTo: 500) {
                    guard case .outcome(let id, _, _) = taken.message.change else { continue }
                    #expect(expected[id] == taken)
                    #expect(taken.seq > state[id] ?? 0, "never backwards")
                    state[id] = taken.seq
                    expected[id] = nil
                }
            }
            #expect(held.count == expected.count && held.size == expected.count * 50)
        }
        let rest = held.take(upTo: .max)
        #expect(rest == expected.values.sorted { $0.seq < $1.seq })
    }

    @Test func `a filter passes what it names`() {
        let update = LiveUpdate(
            LiveMessage(seq: 1, .tree),
            tournament: TournamentID(rawValue: 3),
            event: EventID(rawValue: 9)
        )
        #expect(LiveFilter().passes(update))
        #expect(LiveFilter(tournaments: [TournamentID(rawValue: 3)]).passes(update))
        #expect(!LiveFilter(tournaments: [TournamentID(rawValue: 4)]).passes(update))
        #expect(LiveFilter(events: [EventID(rawValue: 9)]).passes(update))
        #expect(!LiveFilter(events: [EventID(rawValue: 8)]).passes(update))
        #expect(
            LiveFilter(tournaments: [TournamentID(rawValue: 4)], events: [EventID(rawValue: 9)])
                .passes(update)
        )
        let renamed = LiveUpdate(
            LiveMessage(seq: 2, .tree),
            tournament: TournamentID(rawValue: 3),
            event: nil
        )
        #expect(LiveFilter(events: [EventID(rawValue: 8)]).passes(renamed))
        #expect(!LiveFilter(tournaments: [TournamentID(rawValue: 4)]).passes(renamed))
    }
}
