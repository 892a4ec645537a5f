internal import ParlayAPI

/// What an import changes about one event that exists. Pure.
struct EventDiff: Equatable {
    /// The event with its new values; `nil` if they stay.
    var event: EventRow?
    /// Markets with new values.
    var markets: [MarketRow] = []
    /// Where a market moves to another line.
    var lines: [MarketID: MarketLine] = [:]
    /// Outcomes with a new price or name.
    var outcomes: [ChangedOutcome] = []
    var newMarkets: [SourceMarket] = []
    /// The result that the source has, if it is not the known one.
    var result: ResultService.Result?

    struct ChangedOutcome: Equatable {
        let id: OutcomeID
        let name: String
        let price: AmericanPrice
    }

    /// - Parameter hasBets: whether there are bets on a market.
    init(_ old: EventTree, _ source: SourceEvent, hasBets: (MarketID) -> Bool) {
        compareEvent(old.event, source)
        guard !old.event.isDecided else { return }
        for market in source.markets { compare(market, old, source, hasBets) }
    }

    private mutating func compareEvent(_ old: EventRow, _ source: SourceEvent) {
        if source.status == .final, let score = source.score {
            if old.status != .final || old.score != score { result = .score(score) }
        } else if source.status == .cancelled, old.status != .cancelled {
            result = .cancelled
        }
        var new = old
        new.home = source.home
        new.away = source.away
        new.startsAt = source.startsAt
        new.week = source.week
        if !old.isDecided && source.status != .final && source.status != .cancelled {
            new.status = source.status
            new.score = source.status == .live ? source.score : nil
        }
        if new != old { event = new }
    }

    private mutating func compare(
        _ market: SourceMarket,
        _ old: EventTree,
        _ source: SourceEvent,
        _ hasBets: (MarketID) -> Bool
    ) {
        let same = old.markets.filter { $0.market.kind == market.kind }
        let offered = source.markets.filter { $0.kind == market.kind }.map(\.line)
        let others = same.filter { $0.market.status == .open && !offered.contains($0.market.line) }
        if let match = same.first(where: { $0.market.line == market.line }) {
            take(market, in: match, source, line: market.line)
            for other in others { suspend(other.market) }
        } else if let moved = others.first(where: { !hasBets($0.market.id) }), let line = market.line {
            lines[moved.market.id] = line
            take(market, in: moved, source, line: line)
            for other in others where other.market.id != moved.market.id { suspend(other.market) }
        } else {
            newMarkets.append(market)
            for other in others { suspend(other.market) }
        }
    }

    /// A source that now has another line keeps the old market from taking bets.
    private mutating func suspend(_ market: MarketRow) {
        var new = market
        new.status = .suspended
        new.holder = .line
        markets.append(new)
    }

    /// Gives a market the source's prices. Opens it again, unless an admin suspended it.
    private mutating func take(
        _ source: SourceMarket,
        in tree: MarketTree,
        _ event: SourceEvent,
        line: MarketLine?
    ) {
        guard tree.market.status == .open || tree.market.status == .suspended else { return }
        var new = tree.market
        new.prices = source.origin
        if new.status == .suspended && new.holder != .admin {
            new.status = .open
            new.holder = nil
        }
        if new != tree.market || line != tree.market.line { markets.append(new) }
        for outcome in tree.outcomes {
            let name = outcome.side.name(home: event.home, away: event.away, line: line)
            let price = source.prices[outcome.side] ?? outcome.price
            if name != outcome.name || price != outcome.price {
                outcomes.append(ChangedOutcome(id: outcome.id, name: name, price: price))
            }
        }
    }
}
