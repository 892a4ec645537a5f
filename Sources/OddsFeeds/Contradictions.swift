package import ParlayAPI
package import Sportsbook
internal import Tenancy

/// A game as the feed last gave it and the tree accepted it.
package struct KnownGame: Sendable, Equatable {
    package var externalID: String
    package var home: String
    package var away: String
    package var startsAt: Timestamp
    package var status: EventStatus
    package var score: Score?
    /// The time of its first result; `nil` if it has none.
    package var resultAt: Timestamp?
    /// The home handicap.
    package var spread: MarketLine?

    package init(
        _ externalID: String,
        home: String,
        away: String,
        startsAt: Timestamp,
        status: EventStatus = .scheduled,
        score: Score? = nil,
        resultAt: Timestamp? = nil,
        spread: MarketLine? = nil
    ) {
        self.externalID = externalID
        self.home = home
        self.away = away
        self.startsAt = startsAt
        self.status = status
        self.score = score
        self.resultAt = resultAt
        self.spread = spread
    }
}

/// What a new reading of a feed contradicts, in itself or with what is known, and what remains to be applied.
package struct Contradictions: Sendable, Equatable {
    /// All markets of the feed are suspended, and nothing is applied.
    package private(set) var everything: String?
    /// By the ids of the games whose markets are suspended: a sentence.
    package private(set) var games: [String: String] = [:]
    /// The games that agree.
    package private(set) var accepted: [SourceEvent] = []

    /// Absent games are judged from this long before their start, and only until then.
    private static let goneLimit: Int64 = 15 * 60
    private static let moveLimit: Int64 = 7 * 86_400
    private static let correctionLimit: Int64 = 72 * 3600
    /// Three points.
    private static let threshold = 12

    /// The first sentence, and how many more there are; `nil` if there are none.
    package var summary: String? {
        if let everything { return everything }
        guard let first = games.values.min() else { return nil }
        return games.count == 1 ? first : "\(first) \(games.count - 1) more of this kind."
    }

    /// All sentences.
    var sentences: [String] { everything.map { [$0] } ?? Set(games.values).sorted() }

    /// - Parameters:
    ///   - known: the games of the feed in the tree; those of scores may be others than were read.
    ///   - events: the games that were read; a final one may have no score.
    package init(known: [KnownGame], events: [SourceEvent], part: SourceReading.Part, now: Timestamp) {
        let limit = now.adding(seconds: Self.goneLimit)
        let coming = known.filter { $0.status == .scheduled && $0.startsAt > limit }
        if part == .odds {
            let ids = Set(coming.map(\.externalID))
            // One that moved into the past, or is postponed, is not absent.
            let count = events.count {
                ids.contains($0.externalID) || $0.startsAt > limit && $0.status == .scheduled
            }
            if events.isEmpty, !coming.isEmpty {
                everything = "The feed has no games; before, it had \(coming.count) upcoming ones."
            } else if 2 * count < coming.count {
                everything = "The feed has \(count) upcoming games; before, it had \(coming.count)."
            }
            if everything != nil { return }
        }
        let byID = Dictionary(known.map { ($0.externalID, $0) }) { first, _ in first }
        if part == .odds {
            let present = Set(events.map(\.externalID))
            for game in coming where !present.contains(game.externalID) {
                refuse(game.externalID, "\(game.home) against \(game.away) is gone from the feed.")
            }
        }
        for event in events {
            let game = byID[event.externalID]
            if let sentence = Self.sentence(event, game, now: now) { refuse(event.externalID, sentence) }
        }
        refuseRepeated(events)
        for event in events where games[event.externalID] == nil {
            if let event = Self.applied(event, byID[event.externalID], part, now: now) {
                accepted.append(event)
            }
        }
    }

    private mutating func refuse(_ id: String, _ sentence: String) {
        if games[id] == nil { games[id] = sentence }
    }

    /// The same two teams twice within a day, or one id twice.
    private mutating func refuseRepeated(_ events: [SourceEvent]) {
        let sorted = events.sorted { $0.startsAt < $1.startsAt }
        var last: [Set<String>: SourceEvent] = [:]
        var seen: Set<String> = []
        for event in sorted {
            let teams: Set = [event.home, event.away]
            let names = teams.sorted().joined(separator: " and ")
            if let earlier = last[teams], event.startsAt <= earlier.startsAt.adding(seconds: 86_400) {
                for id in [earlier.externalID, event.externalID] {
                    refuse(id, "\(names) play twice within a day.")
                }
            }
            if !seen.insert(event.externalID).inserted {
                refuse(event.externalID, "\(names) are listed twice.")
            }
            last[teams] = event
        }
    }

    /// What of it may change the tree; `nil` if nothing.
    private static func applied(
        _ event: SourceEvent,
        _ known: KnownGame?,
        _ part: SourceReading.Part,
        now: Timestamp
    ) -> SourceEvent? {
        guard let known else { return part == .scores ? nil : event }
        var event = event
        if let resultAt = known.resultAt {
            // Scores of the end stay, and only for three days a feed corrects them.
            guard known.status == .final, event.status == .final,
                now <= resultAt.adding(seconds: correctionLimit)
            else {
                return nil
            }
        }
        // A source without a state says nothing about a game that has begun or was postponed.
        let isBegun = known.status == .live && event.startsAt <= now
        if event.status == .scheduled,
            isBegun || known.status == .postponed && event.startsAt == known.startsAt
        {
            event.status = known.status
            event.score = event.score ?? known.score
        }
        return event
    }

    // MARK: One game

    private static func sentence(_ event: SourceEvent, _ known: KnownGame?, now: Timestamp) -> String? {
        let name = "\(event.home) against \(event.away)"
        if event.status == .final, event.score == nil { return "\(name) is final without scores." }
        for market in event.markets {
            if let sentence = sum(of: market, name) { return sentence }
        }
        if favoritesDiffer(event) { return "\(name): the moneyline and the spread have different favorites." }
        guard let known else { return nil }
        if known.home == event.away, known.away == event.home { return "\(name): home and away are swapped." }
        if known.home != event.home || known.away != event.away {
            return "\(name) was \(known.home) against \(known.away)."
        }
        if let old = known.score, let new = event.score, known.resultAt == nil,
            new.home < old.home || new.away < old.away
        {
            return "\(name): the score fell from \(old.home)-\(old.away) to \(new.home)-\(new.away)."
        }
        if known.resultAt == nil, known.startsAt != event.startsAt {
            let distance = (event.startsAt.milliseconds - known.startsAt.milliseconds).magnitude / 1000
            if distance > UInt64(moveLimit) { return "\(name): the kick-off moved by more than 7 days." }
            if event.startsAt <= now, known.startsAt > now {
                return "\(name): the kick-off moved into the past."
            }
        }
        if let old = known.spread, let new = event.markets.first(where: { $0.kind == .spread })?.line,
            min(old.quarters, new.quarters) <= -threshold, max(old.quarters, new.quarters) >= threshold
        {
            return "\(name): the spread went from \(old.signedText) to \(new.signedText)."
        }
        return nil
    }

    /// Implied chances below 100 %, both sides positive, or above 140 %, without rounding.
    private static func sum(of market: SourceMarket, _ name: String) -> String? {
        let prices = market.kind.sides.compactMap { market.prices[$0] }
        guard prices.count == market.kind.sides.count else {
            return "\(name): a side of a market has no price."
        }
        var numerator: Int128 = 0
        var denominator: Int128 = 1
        for price in prices {
            let factor = price.factor
            numerator =
                numerator * Int128(factor.numerator) + denominator * Int128(factor.denominator)
            denominator *= Int128(factor.numerator)
        }
        if 100 * numerator > 140 * denominator {
            return "\(name): the chances of a market add up to more than 140 %."
        }
        if numerator < denominator, prices.allSatisfy({ $0.rawValue > 0 }) {
            return "\(name): the chances of a market add up to less than 100 %."
        }
        return nil
    }

    private static func favoritesDiffer(_ event: SourceEvent) -> Bool {
        guard let line = event.markets.first(where: { $0.kind == .spread })?.line,
            line.quarters.magnitude >= threshold.magnitude,
            let money = event.markets.first(where: { $0.kind == .moneyline || $0.kind == .matchResult })?
                .prices,
            let home = money[.home], let away = money[.away], !home.pays(sameAs: away)
        else { return false }
        return (home < away) != (line < .zero)
    }
}
