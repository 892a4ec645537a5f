internal import ParlayAPI
internal import Tenancy

/// Chooses what happens next in a simulated sportsbook. The same seed, events and times give the same updates. Pure.
struct Simulation: Sendable {
    /// Out of a thousand updates; the others move prices.
    private static let kickOffs = 2
    private static let suspensions = 10
    /// How often it looks for events that begin, score or end, in milliseconds.
    private static let interval: Int64 = 250

    private let includesReal: Bool
    private var random: SeededGenerator
    /// In the order of their ids.
    private(set) var events: [SimulatedEvent] = []
    private var places: [EventID: Int] = [:]
    private var first: [OutcomeID: AmericanPrice] = [:]
    /// What is due at a time, besides what follows from the clock.
    private var returns: [(at: Timestamp, update: SimulatedUpdate)] = []
    private var due: [SimulatedUpdate] = []
    /// Events that an update of `due` or `returns` is being written for.
    private var busy: Set<EventID> = []
    private var lookedAt = Timestamp(milliseconds: .min)

    init(seed: UInt64, includesReal: Bool = false) {
        self.includesReal = includesReal
        random = SeededGenerator(seed: seed, text: "simulation")
    }

    var isEmpty: Bool { events.isEmpty }

    /// Empty if the event is no longer among those that are simulated.
    func sport(of event: EventID) -> String { places[event].map { events[$0].sport } ?? "" }

    /// Takes the events as they are in the database.
    ///
    /// - Parameter known: the first prices of outcomes, where they are known. Others walk around the price that they have
    ///   when the simulation sees them first.
    mutating func take(_ events: [SimulatedEvent], known: [OutcomeID: AmericanPrice] = [:]) {
        self.events = events.sorted { $0.id.rawValue < $1.id.rawValue }
        places = Dictionary(
            self.events.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var first: [OutcomeID: AmericanPrice] = [:]
        for outcome in events.flatMap(\.tree.markets).flatMap(\.outcomes) {
            let price = known[outcome.id] ?? self.first[outcome.id] ?? outcome.price
            // Someone else gave it another price.
            let isOnWalk = PriceWalk(around: price).position(of: outcome.price) != nil
            first[outcome.id] = isOnWalk ? price : outcome.price
        }
        self.first = first
    }

    // MARK: Next

    /// `nil` if there is nothing to do at the moment. Each update is answered by `finish`.
    mutating func next(at now: Timestamp) -> SimulatedUpdate? {
        look(at: now)
        if !due.isEmpty { return due.removeFirst() }
        let roll = Int.random(in: 0..<1_000, using: &random)
        if roll < Self.kickOffs, let update = kickOff(at: now) { return update }
        if roll < Self.kickOffs + Self.suspensions, let update = suspension(at: now) { return update }
        return price()
    }

    /// What was suspended or moved and not yet brought back: for an orderly end.
    mutating func takeReturns() -> [SimulatedUpdate] {
        defer {
            returns = []
            due = []
        }
        return due.filter(\.isReturn) + returns.map(\.update)
    }

    /// - Parameter edit: what was written; `nil` for nothing.
    mutating func finish(_ update: SimulatedUpdate, _ edit: SimulatedEdit?) {
        busy.remove(update.event)
        guard let edit, let place = places[update.event] else { return }
        events[place].apply(edit)
    }

    /// The update was not written, because the database was unavailable.
    mutating func postpone(_ update: SimulatedUpdate, at now: Timestamp) {
        busy.remove(update.event)
        if update.isReturn, !isWayOut(update) { returns.append((now, update)) }
    }

    /// Whether a kick-off moves away, and its way back is planned already.
    private func isWayOut(_ update: SimulatedUpdate) -> Bool {
        guard case .kickOff(let from, let to) = update.kind else { return false }
        return returns.contains {
            $0.update == SimulatedUpdate(event: update.event, kind: .kickOff(from: to, to: from))
        }
    }

    private mutating func look(at now: Timestamp) {
        guard due.isEmpty, now.milliseconds - Self.interval >= lookedAt.milliseconds || lookedAt > now else {
            return
        }
        lookedAt = now
        let isDue = returns.filter { $0.at <= now && !busy.contains($0.update.event) }
        returns.removeAll { $0.at <= now && !busy.contains($0.update.event) }
        for (_, update) in isDue { add(update) }
        for event in events where event.isMadeUp && !busy.contains(event.id) {
            let row = event.tree.event
            guard row.startsAt <= now, row.status == .scheduled || row.status == .live else { continue }
            for kind in [SimulatedUpdate.Kind.begin, .end, .score] {
                let update = SimulatedUpdate(event: event.id, kind: kind)
                guard update.edit(of: event, at: now, includesReal: includesReal) != nil else { continue }
                add(update)
                break
            }
        }
    }

    private mutating func add(_ update: SimulatedUpdate) {
        busy.insert(update.event)
        due.append(update)
    }

    // MARK: Chance

    private mutating func price() -> SimulatedUpdate? {
        guard let event = event(where: { [includesReal] in $0.hasOpenMarket(includesReal) }),
            let market = event.tree.markets.filter({ $0.market.isOpen(includesReal) })
                .randomElement(using: &random),
            let outcome = market.outcomes.filter({ $0.status == .active }).randomElement(using: &random)
        else { return nil }
        let roll = Int.random(in: 0..<2 * PriceWalk.bound, using: &random)
        let first = first[outcome.id] ?? outcome.price
        return SimulatedUpdate(event: event.id, kind: .price(outcome.id, first: first, roll: roll))
    }

    private mutating func suspension(at now: Timestamp) -> SimulatedUpdate? {
        guard let event = event(where: { [includesReal] in $0.hasOpenMarket(includesReal) }),
            let market = event.tree.markets.filter({ $0.market.isOpen(includesReal) })
                .randomElement(using: &random)
        else { return nil }
        let seconds = Int64.random(in: 3...8, using: &random)
        busy.insert(event.id)
        let back = SimulatedUpdate(event: event.id, kind: .reopen(market.market.id))
        returns.append((now.adding(seconds: seconds), back))
        return SimulatedUpdate(event: event.id, kind: .suspend(market.market.id))
    }

    private mutating func kickOff(at now: Timestamp) -> SimulatedUpdate? {
        let earliest = now.adding(seconds: SimulatedUpdate.movableBefore)
        let moved = Set(returns.filter(\.update.isKickOff).map(\.update.event))
        guard
            let event = event(where: { [includesReal] event in
                event.tree.event.status == .scheduled && event.tree.event.startsAt > earliest
                    && (event.isMadeUp || includesReal) && !moved.contains(event.id)
            })
        else { return nil }
        let minutes = Int64.random(in: 1...7, using: &random) * (Bool.random(using: &random) ? 1 : -1)
        let (old, new) = (event.tree.event.startsAt, event.tree.event.startsAt.adding(seconds: 60 * minutes))
        let seconds = Int64.random(in: 30...120, using: &random)
        busy.insert(event.id)
        let back = SimulatedUpdate(event: event.id, kind: .kickOff(from: new, to: old))
        returns.append((now.adding(seconds: seconds), back))
        return SimulatedUpdate(event: event.id, kind: .kickOff(from: old, to: new))
    }

    /// One by chance that no update is being written for.
    private mutating func event(where isFit: (SimulatedEvent) -> Bool) -> SimulatedEvent? {
        guard !events.isEmpty else { return nil }
        let start = Int.random(in: 0..<events.count, using: &random)
        for offset in events.indices {
            let event = events[(start + offset) % events.count]
            if !busy.contains(event.id), !event.tree.event.isDecided, isFit(event) { return event }
        }
        return nil
    }
}

extension SimulatedUpdate {
    fileprivate var isKickOff: Bool {
        if case .kickOff = kind { true } else { false }
    }

    /// Whether it brings back something; the others are forgotten when they fail.
    fileprivate var isReturn: Bool {
        switch kind {
        case .reopen, .kickOff: true
        case .price, .suspend, .begin, .score, .end: false
        }
    }
}
