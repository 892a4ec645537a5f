import ParlayAPI
import Reactor
import Testing

@testable import Sportsbook

@Suite struct LiveHistoryTests {
    private func price(
        _ seq: Int64,
        _ outcome: Int64,
        _ price: Int = 150,
        status: OutcomeStatus? = nil,
        event: Int64 = 1
    ) -> LiveUpdate {
        let change = LiveMessage.Change.outcome(
            outcome,
            AmericanPrice(rawValue: price) ?? .assumed,
            status.map { Extensible($0) }
        )
        return LiveUpdate(
            LiveMessage(seq: seq, change),
            tournament: TournamentID(rawValue: 1),
            event: EventID(rawValue: event)
        )
    }

    private func add(_ update: LiveUpdate, to history: inout LiveHistory, after age: Duration = .zero) {
        history.add(update, frame: update.frame, at: Instant(nanoseconds: 0) + age)
    }

    private func missed(
        _ history: LiveHistory,
        after seq: Int64,
        _ filter: LiveFilter = LiveFilter()
    ) -> [LiveUpdate]? {
        history.missed(after: seq, filter)?.map(\.update)
    }

    @Test func `a reader gets the latest of each thing behind its number`() {
        var history = LiveHistory(after: 10)
        for update in [price(11, 7), price(12, 8), price(13, 7, 160), price(14, 9)] {
            add(update, to: &history)
        }
        #expect(missed(history, after: 10) == [price(12, 8), price(13, 7, 160), price(14, 9)])
        #expect(missed(history, after: 12) == [price(13, 7, 160), price(14, 9)])
        #expect(missed(history, after: 14) == [])
        #expect(missed(history, after: 99) == [])
        #expect(missed(history, after: 9) == nil, "before its start")
        #expect(
            history.missed(after: 10, LiveFilter())?.map(\.frame) == missed(history, after: 10)?.map(\.frame)
        )
    }

    @Test func `a status stays beside later prices`() {
        var history = LiveHistory(after: 0)
        add(price(1, 7, status: .suspended), to: &history)
        add(price(2, 7, 160), to: &history)
        let merged = price(2, 7, 160, status: .suspended)
        #expect(missed(history, after: 0) == [merged])
        #expect(history.missed(after: 0, LiveFilter())?.map(\.frame) == [merged.frame])
    }

    @Test func `one tournament's change does not hide another's from its readers`() {
        func renamed(_ seq: Int64, _ tournament: Int64) -> LiveUpdate {
            LiveUpdate(
                LiveMessage(seq: seq, .tree),
                tournament: TournamentID(rawValue: tournament),
                event: nil
            )
        }
        var history = LiveHistory(after: 0)
        add(renamed(1, 3), to: &history)
        add(renamed(2, 4), to: &history)
        let filter = LiveFilter(tournaments: [TournamentID(rawValue: 3)])
        #expect(missed(history, after: 0, filter) == [renamed(1, 3)])
        #expect(missed(history, after: 0, LiveFilter(events: [EventID(rawValue: 5)]))?.count == 2)
    }

    @Test func `what is old, and what is too much, leaves from the front`() {
        var history = LiveHistory(after: 0)
        add(price(1, 1), to: &history, after: .zero)
        add(price(2, 2), to: &history, after: .nanoseconds(10))
        add(price(3, 3), to: &history, after: LiveHistory.age + .nanoseconds(5))
        #expect(history.start == 1 && missed(history, after: 0) == nil)
        #expect(missed(history, after: 1) == [price(2, 2), price(3, 3)])
        for number in 0..<Int64(LiveHistory.limit + 5) {
            add(price(4 + number, 100 + number), to: &history, after: LiveHistory.age + .nanoseconds(6))
        }
        #expect(history.count == LiveHistory.limit)
        #expect(missed(history, after: history.start)?.count == LiveHistory.limit)
        #expect(missed(history, after: history.start - 1) == nil)
    }

    @Test(arguments: 1...20) func `a replay leads to the same end as the stream`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, text: "history")
        let updates = (Int64(1)...1500).map { seq in
            let status = [OutcomeStatus.active, .suspended, nil, nil].randomElement(using: &random) ?? nil
            let outcome = Int64.random(in: 1...40, using: &random)
            return price(seq, outcome, 100 + Int(seq % 900), status: status, event: outcome % 3)
        }
        // The first part is read later, as for a reader that comes from another front.
        let cut = Int.random(in: 0..<1000, using: &random)
        var history = LiveHistory(after: Int64(cut))
        for update in updates[cut...] { add(update, to: &history) }
        var earlier = LiveHistory(after: 0)
        for update in updates[..<cut] { add(update, to: &earlier) }
        history.extend(with: earlier)
        for _ in 0..<20 {
            let after = Int64.random(in: 0...1500, using: &random)
            let filter =
                Bool.random(using: &random)
                ? LiveFilter()
                : LiveFilter(events: [EventID(rawValue: Int64.random(in: 0...3, using: &random))])
            #expect(
                state(missed(history, after: after, filter) ?? []).prices
                    == state(expected(updates, after, filter)).prices
            )
            let statuses = state(expected(updates, after, filter)).statuses
            let replayed = state(missed(history, after: after, filter) ?? []).statuses
            // It may repeat a status that the reader knows, and never lacks or contradicts one.
            for (outcome, status) in statuses { #expect(replayed[outcome] == status) }
        }
    }

    private func expected(_ updates: [LiveUpdate], _ after: Int64, _ filter: LiveFilter) -> [LiveUpdate] {
        updates.filter { $0.seq > after && filter.passes($0) }
    }

    /// The last price and status of each outcome.
    private func state(_ updates: [LiveUpdate]) -> (prices: [Int64: AmericanPrice], statuses: [Int64: String])
    {
        var prices: [Int64: AmericanPrice] = [:]
        var statuses: [Int64: String] = [:]
        for update in updates {
            guard case .outcome(let id, let price, let status) = update.message.change else { continue }
            prices[id] = price
            if let status { statuses[id] = status.rawValue }
        }
        return (prices, statuses)
    }
}
