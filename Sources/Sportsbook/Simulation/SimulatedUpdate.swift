internal import Database
internal import ParlayAPI
internal import Tenancy

/// An event as the simulation sees it.
struct SimulatedEvent: Equatable, Sendable {
    var tree: EventTree
    let sport: String

    var id: EventID { tree.event.id }

    /// Whether nothing about it is real: only then it may begin and end.
    var isMadeUp: Bool {
        !tree.markets.isEmpty && tree.markets.allSatisfy { $0.market.prices == .madeUp }
    }

    var game: MadeUpGame {
        let markets = tree.markets.map { SourceMarket($0.market.kind, line: $0.market.line, prices: [:]) }
        return MadeUpGame(tree.event.externalID ?? "event \(id.rawValue)", sport: sport, markets)
    }

    /// Since kick-off.
    func seconds(at now: Timestamp) -> Int64 {
        (now.milliseconds - tree.event.startsAt.milliseconds) / 1_000
    }
}

/// What the simulation is about to do to an event.
struct SimulatedUpdate: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// The price moves one step of its walk around `first`.
        case price(OutcomeID, first: AmericanPrice, roll: Int)
        case suspend(MarketID)
        case reopen(MarketID)
        /// The kick-off moves to another time, unless someone else has moved it.
        case kickOff(from: Timestamp, to: Timestamp)
        case begin
        case score
        case end
    }

    let event: EventID
    let kind: Kind
}

/// What is written for an update.
enum SimulatedEdit: Equatable {
    case outcome(OutcomeRow)
    case market(MarketRow)
    case event(EventRow)
    case result(Score)
}

extension SimulatedUpdate {
    /// A kick-off does not move when it is so near, in seconds, nor nearer than the second.
    static let movableBefore: Int64 = 900
    static let movableTo: Int64 = 300

    /// What to write, by the event as it is now, locked; `nil` if the update is no longer possible.
    ///
    /// - Parameter includesReal: whether markets with real prices are simulated too. Real events never begin or end.
    func edit(of event: SimulatedEvent, at now: Timestamp, includesReal: Bool) -> SimulatedEdit? {
        var row = event.tree.event
        guard !row.isDecided else { return nil }
        switch kind {
        case .price(let id, let first, let roll):
            for tree in event.tree.markets where tree.market.isOpen(includesReal) {
                guard var outcome = tree.outcomes.first(where: { $0.id == id }), outcome.status == .active,
                    let price = PriceWalk(around: first).price(after: outcome.price, roll: roll)
                else { continue }
                outcome.price = price
                return .outcome(outcome)
            }
            return nil
        case .suspend(let id):
            guard var market = event.market(id), market.isOpen(includesReal) else { return nil }
            market.status = .suspended
            market.holder = .simulation
            return .market(market)
        case .reopen(let id):
            guard var market = event.market(id), market.status == .suspended, market.holder == .simulation
            else { return nil }
            market.status = .open
            market.holder = nil
            return .market(market)
        case .kickOff(let from, let to):
            guard row.status == .scheduled, row.startsAt == from, event.isMadeUp || includesReal,
                from > now.adding(seconds: Self.movableTo), to > now.adding(seconds: Self.movableTo)
            else { return nil }
            row.startsAt = to
            return .event(row)
        case .begin:
            guard event.isMadeUp, row.status == .scheduled, row.startsAt <= now else { return nil }
            row.status = .live
            row.score = Score(home: 0, away: 0)
            return .event(row)
        case .score:
            let score = event.game.score(after: event.seconds(at: now))
            let old = row.score ?? Score(home: 0, away: 0)
            guard event.isMadeUp, row.status == .live, score != old, score.home >= old.home,
                score.away >= old.away
            else { return nil }
            row.score = score
            return .event(row)
        case .end:
            guard event.isMadeUp, row.status == .live, event.seconds(at: now) >= event.game.length else {
                return nil
            }
            return .result(event.game.result)
        }
    }
}

extension MarketRow {
    /// Whether the simulation may move its prices, or suspend it.
    func isOpen(_ includesReal: Bool) -> Bool { status == .open && (includesReal || prices == .madeUp) }
}

extension SimulatedEvent {
    func hasOpenMarket(_ includesReal: Bool) -> Bool {
        tree.markets.contains { $0.market.isOpen(includesReal) }
    }

    func market(_ id: MarketID) -> MarketRow? { tree.markets.first { $0.market.id == id }?.market }

    mutating func apply(_ edit: SimulatedEdit) {
        switch edit {
        case .event(let row): tree.event = row
        case .result(let score):
            tree.event.status = .final
            tree.event.score = score
        case .market(let row):
            for place in tree.markets.indices where tree.markets[place].market.id == row.id {
                tree.markets[place].market = row
            }
        case .outcome(let row):
            for market in tree.markets.indices where tree.markets[market].market.id == row.market {
                for place in tree.markets[market].outcomes.indices
                where tree.markets[market].outcomes[place].id == row.id {
                    tree.markets[market].outcomes[place] = row
                }
            }
        }
    }
}
