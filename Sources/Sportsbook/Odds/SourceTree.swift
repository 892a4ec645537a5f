package import ParlayAPI

/// What a source says: a tournament with its events, as values that know no ids of this database.
///
/// Every source, a page, an API or a file, is read into these, and only these are written to the tree.
package struct SourceTournament: Sendable, Equatable {
    /// The source's id: importing it again finds the same tournament.
    package var externalID: String
    package var sport: String
    package var name: String
    package var season: String?
    package var events: [SourceEvent]

    package init(
        externalID: String,
        sport: String,
        name: String,
        season: String? = nil,
        events: [SourceEvent] = []
    ) {
        self.externalID = externalID
        self.sport = sport
        self.name = name
        self.season = season
        self.events = events
    }
}

package struct SourceEvent: Sendable, Equatable {
    package var externalID: String
    /// Its place in a file, for reports; the header is line 1. 0 if it does not come from a file.
    package var line: Int
    package var home: String
    package var away: String
    package var startsAt: Timestamp
    package var week: Int?
    package var status: EventStatus
    /// `nil` if there is none yet. Always set if the status is `final`.
    package var score: Score?
    package var markets: [SourceMarket]

    package init(
        externalID: String,
        line: Int = 0,
        home: String,
        away: String,
        startsAt: Timestamp,
        week: Int? = nil,
        status: EventStatus = .scheduled,
        score: Score? = nil,
        markets: [SourceMarket] = []
    ) {
        self.externalID = externalID
        self.line = line
        self.home = home
        self.away = away
        self.startsAt = startsAt
        self.week = week
        self.status = status
        self.score = score
        self.markets = markets
    }
}

/// Goals or points, home first.
package typealias Score = LiveMessage.Score

package struct SourceMarket: Sendable, Equatable {
    package var kind: MarketKind
    /// The home handicap of a spread, the total of a total, else `nil`.
    package var line: MarketLine?
    package var origin: PriceOrigin
    /// One for each side of the kind.
    package var prices: [OutcomeSide: AmericanPrice]

    package init(
        _ kind: MarketKind,
        line: MarketLine? = nil,
        origin: PriceOrigin = .quoted,
        prices: [OutcomeSide: AmericanPrice]
    ) {
        self.kind = kind
        self.line = line
        self.origin = origin
        self.prices = prices
    }

    /// - Parameter quoted: empty if the source has a line without prices; −110 is assumed for each side then.
    package init(_ kind: MarketKind, line: MarketLine, quotedOrAssumed quoted: [OutcomeSide: AmericanPrice]) {
        let assumed = Dictionary(kind.sides.map { ($0, AmericanPrice.assumed) }) { price, _ in price }
        self.init(
            kind,
            line: line,
            origin: quoted.isEmpty ? .assumed : .quoted,
            prices: quoted.isEmpty ? assumed : quoted
        )
    }
}
