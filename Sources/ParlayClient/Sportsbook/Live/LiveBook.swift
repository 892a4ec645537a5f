internal import ParlayAPI

/// The tree of a stream, into which messages are merged. It never goes back to a lower number.
struct LiveBook {
    enum Effect: Equatable {
        /// The message was known already.
        case stale
        /// The tree looks as before.
        case unchanged
        case changed
        /// Only the server's tree can tell what the message means.
        case unknown
    }

    /// Where something is in the tree.
    private struct Place {
        var tournament: Int
        var event: Int
        var market = 0
        var outcome = 0
    }

    /// Of things that are not in the tree although the server has sent messages about them, such as the outcomes of decided
    /// events: settling them must not make every client load the tree.
    private struct Absent {
        var events: Set<Int64> = []
        var markets: Set<Int64> = []
        var outcomes: Set<Int64> = []

        static let limit = 50_000
    }

    private let filter: LiveFilter
    private(set) var seq: Int64
    private(set) var tournaments: [SportsbookTournament]
    /// Since they were taken.
    private var moves: [Outcome.ID: PriceMove] = [:]
    private var events: [Int64: Place] = [:]
    private var markets: [Int64: Place] = [:]
    private var outcomes: [Int64: Place] = [:]
    private var absent = Absent()

    init(_ tree: SportsbookTree, filter: LiveFilter = LiveFilter()) {
        self.filter = filter
        seq = tree.seq
        tournaments = filter.narrow(tree.tournaments)
        index()
    }

    mutating func takeMoves() -> [Outcome.ID: PriceMove] {
        defer { moves = [:] }
        return moves
    }

    // MARK: A message

    mutating func apply(_ message: LiveMessage) -> Effect {
        guard message.seq > seq else { return .stale }
        seq = message.seq
        switch message.change {
        case .start(let event, let seconds): return move(event, to: seconds)
        case .event(let event, let status, let score): return set(event, status, score)
        case .market(let market, let status): return set(market: market, status)
        case .outcome(let outcome, let price, let status): return set(outcome: outcome, price, status)
        case .tree: return .unknown
        }
    }

    private mutating func move(_ id: Int64, to seconds: Int64) -> Effect {
        guard let place = events[id] else { return absent.events.contains(id) ? .unchanged : .unknown }
        let (milliseconds, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !isTooMuch else { return .unchanged }
        var list = tournaments[place.tournament].events
        guard list[place.event].startsAt.milliseconds != milliseconds else { return .unchanged }
        list[place.event].startsAt = Timestamp(milliseconds: milliseconds)
        list.sort { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
        let isMoved = list[place.event].id != id
        tournaments[place.tournament].events = list
        if isMoved { index() }
        return .changed
    }

    private mutating func set(_ id: Int64, _ status: Extensible<EventStatus>, _ score: LiveMessage.Score?)
        -> Effect
    {
        guard let place = events[id] else {
            return absent.events.contains(id) && status.isDecided ? .unchanged : .unknown
        }
        var isChanged = false
        let tournament = tournaments[place.tournament].id
        Self.update(&tournaments[place.tournament].events[place.event].status, to: status, &isChanged)
        Self.update(&tournaments[place.tournament].events[place.event].homeScore, to: score?.home, &isChanged)
        Self.update(&tournaments[place.tournament].events[place.event].awayScore, to: score?.away, &isChanged)
        if status.isDecided, filter.isWhole(tournament),
            tournaments[place.tournament].events.allSatisfy({ $0.status.isDecided })
        {
            leave(place.tournament)
        }
        return isChanged ? .changed : .unchanged
    }

    private mutating func set(market id: Int64, _ status: Extensible<MarketStatus>) -> Effect {
        guard let place = markets[id] else { return absent.markets.contains(id) ? .unchanged : .unknown }
        var isChanged = false
        Self.update(
            &tournaments[place.tournament].events[place.event].markets[place.market].status,
            to: status,
            &isChanged
        )
        return isChanged ? .changed : .unchanged
    }

    private mutating func set(
        outcome id: Int64,
        _ price: AmericanPrice,
        _ status: Extensible<OutcomeStatus>?
    ) -> Effect {
        guard let place = outcomes[id] else { return absent.outcomes.contains(id) ? .unchanged : .unknown }
        let old = outcome(at: place)
        guard old.price != price || status != nil && old.status != status else { return .unchanged }
        note(id, from: old.price, to: price)
        change(place) { outcome in
            outcome.price = price
            outcome.priceDecimal = price.decimal
            if let status { outcome.status = status }
        }
        return .changed
    }

    private static func update<Value: Equatable>(_ value: inout Value, to new: Value, _ isChanged: inout Bool)
    {
        guard value != new else { return }
        value = new
        isChanged = true
    }

    private func outcome(at place: Place) -> Outcome {
        tournaments[place.tournament].events[place.event].markets[place.market].outcomes[place.outcome]
    }

    private mutating func change(_ place: Place, _ body: (inout Outcome) -> Void) {
        body(
            &tournaments[place.tournament].events[place.event].markets[place.market].outcomes[place.outcome]
        )
    }

    private mutating func note(_ outcome: Outcome.ID, from: AmericanPrice, to: AmericanPrice) {
        let first = moves[outcome]?.from ?? from
        moves[outcome] = first == to ? nil : PriceMove(outcome: outcome, from: first, to: to)
    }

    // MARK: A new tree

    /// Replaces the tree, and merges the messages that it does not contain yet.
    ///
    /// - Parameter log: all messages after `tree.seq`, in their order; there can be older ones.
    /// - Returns: whether all of them are understood.
    mutating func replace(by tree: SportsbookTree, replaying log: [LiveMessage] = []) -> Bool {
        let before = prices
        let noted = moves
        tournaments = filter.narrow(tree.tournaments)
        seq = tree.seq
        index()
        var isComplete = true
        for message in log {
            if message.seq <= tree.seq {
                forget(message.change)
            } else if apply(message) == .unknown {
                isComplete = false
            }
        }
        moves = noted
        for (id, price) in prices {
            if let old = before[id], old != price { note(id, from: old, to: price) }
        }
        return isComplete
    }

    /// The tree contains this change. If it does not contain the thing, later messages about it have no effect.
    private mutating func forget(_ change: LiveMessage.Change) {
        switch change {
        case .start(let id, _), .event(let id, _, _):
            if events[id] == nil { Self.insert(id, &absent.events) }
        case .market(let id, _): if markets[id] == nil { Self.insert(id, &absent.markets) }
        case .outcome(let id, _, _): if outcomes[id] == nil { Self.insert(id, &absent.outcomes) }
        case .tree: break
        }
    }

    private static func insert(_ id: Int64, _ ids: inout Set<Int64>) {
        if ids.count >= Absent.limit { ids = [] }
        ids.insert(id)
    }

    private mutating func leave(_ tournament: Int) {
        for event in tournaments.remove(at: tournament).events {
            Self.insert(event.id, &absent.events)
            for market in event.markets {
                Self.insert(market.id, &absent.markets)
                for outcome in market.outcomes { Self.insert(outcome.id, &absent.outcomes) }
            }
        }
        index()
    }

    private var prices: [Outcome.ID: AmericanPrice] { outcomes.mapValues { outcome(at: $0).price } }

    private mutating func index() {
        events.removeAll(keepingCapacity: true)
        markets.removeAll(keepingCapacity: true)
        outcomes.removeAll(keepingCapacity: true)
        for (t, tournament) in tournaments.enumerated() {
            for (e, event) in tournament.events.enumerated() {
                events[event.id] = Place(tournament: t, event: e)
                for (m, market) in event.markets.enumerated() {
                    markets[market.id] = Place(tournament: t, event: e, market: m)
                    for (o, outcome) in market.outcomes.enumerated() {
                        outcomes[outcome.id] = Place(tournament: t, event: e, market: m, outcome: o)
                    }
                }
            }
        }
    }
}

extension Extensible<EventStatus> {
    /// Whether the game is over, or will not be played.
    fileprivate var isDecided: Bool { self == .final || self == .cancelled }
}
