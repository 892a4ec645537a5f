package import Database
package import ParlayAPI
internal import Tenancy

/// A row of `tournaments`.
package struct TournamentRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = ["id", "sport", "name", "season", "icon_url", "status"]

    package let id: TournamentID
    package let sport: String
    package let name: String
    package let season: String?
    package let iconURL: String?
    package let status: TournamentStatus

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        sport = try columns.text()
        name = try columns.text()
        season = try columns.optionalText()
        iconURL = try columns.optionalText()
        status = try columns.choice()
    }
}

/// A row of `events`.
package struct EventRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = [
        "id", "tournament_id", "home", "away", "starts_at", "week", "status", "home_score", "away_score",
        "result_version", "first_result_at", "source", "external_id",
    ]

    package let id: EventID
    package let tournament: TournamentID
    package var home: String
    package var away: String
    package var startsAt: Timestamp
    package var week: Int?
    package var status: EventStatus
    package var score: Score?
    /// Counts results; 0 without one.
    package var resultVersion: Int64
    package var firstResultAt: Timestamp?
    package let source: String?
    package let externalID: String?

    /// Final or cancelled.
    package var isDecided: Bool { status == .final || status == .cancelled }
}

extension EventRow {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        tournament = try columns.id()
        home = try columns.text()
        away = try columns.text()
        startsAt = try columns.time()
        week = try columns.optionalInteger().map(Int.init)
        status = try columns.choice()
        let homeScore = try columns.optionalInteger().map(Int.init)
        let awayScore = try columns.optionalInteger().map(Int.init)
        score = if let homeScore, let awayScore { Score(home: homeScore, away: awayScore) } else { nil }
        resultVersion = try columns.integer()
        firstResultAt = try columns.optionalTime()
        source = try columns.optionalText()
        externalID = try columns.optionalText()
    }
}

/// Who suspended or voided a market. The raw value is stored in rows and never renamed.
package enum MarketHolder: String, Sendable {
    case admin
    /// A feed that contradicts itself or is silent.
    case feed
    /// A source that now has another line.
    case line
    /// `parlay admin odds simulate`, for a few seconds.
    case simulation
    /// The cancelled event.
    case event
}

/// A row of `markets`.
package struct MarketRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = [
        "id", "event_id", "kind", "line_quarters", "period", "status", "status_by", "prices",
    ]

    package let id: MarketID
    package let event: EventID
    package let kind: MarketKind
    package let line: MarketLine?
    package let period: String
    package var status: MarketStatus
    package var holder: MarketHolder?
    package var prices: PriceOrigin
}

extension MarketRow {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        event = try columns.id()
        kind = try columns.choice()
        line = try columns.optionalInteger().flatMap { MarketLine(quarters: Int($0)) }
        period = try columns.text()
        status = try columns.choice()
        holder = try columns.optionalChoice()
        prices = try columns.choice()
    }
}

/// A row of `outcomes`.
package struct OutcomeRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = ["id", "market_id", "side", "name", "price", "status"]

    package let id: OutcomeID
    package let market: MarketID
    package let side: OutcomeSide
    package let name: String
    package var price: AmericanPrice
    package var status: OutcomeStatus
}

extension OutcomeRow {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        market = try columns.id()
        side = try columns.choice()
        name = try columns.text()
        price = try columns.price()
        status = try columns.choice()
    }
}

extension ColumnReader {
    package mutating func price() throws(DatabaseError) -> AmericanPrice {
        guard let price = AmericanPrice(rawValue: Int(try integer())) else {
            throw .decoding("a price out of range")
        }
        return price
    }
}

/// A market with its outcomes, in the order of their ids.
package struct MarketTree: Sendable, Equatable {
    package var market: MarketRow
    package var outcomes: [OutcomeRow]

    package func outcome(_ side: OutcomeSide) -> OutcomeRow? { outcomes.first { $0.side == side } }
}

/// An event with its markets, in the order of their ids.
package struct EventTree: Sendable, Equatable {
    package var event: EventRow
    package var markets: [MarketTree]
}

/// One outcome with its market and event: a tree is read as such rows, in order, and put together again.
package struct TreeLine: RowReadable {
    package static let columns: SQLFragment =
        EventRow.columns.of("e") + MarketRow.columns.of("m") + OutcomeRow.columns.of("o")

    /// Joins the markets of the events `e`, and their outcomes.
    package static let markets = SQLFragment(
        joining: .leftJoin("markets", as: "m", where: "event_id", is: "e.id"),
        .leftJoin("outcomes", as: "o", where: "market_id", is: "m.id")
    )

    let event: EventRow
    let market: MarketRow?
    let outcome: OutcomeRow?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        event = try EventRow(&columns)
        market = try columns.optional()
        outcome = try columns.optional()
    }
}

extension Rows<TreeLine> {
    package var trees: [EventTree] {
        get throws(DatabaseError) {
            var trees: [EventTree] = []
            for line in try all { trees.add(line.event, line.market, line.outcome) }
            return trees
        }
    }
}

extension [EventTree] {
    /// Adds the next line of a tree that is read in order.
    mutating func add(_ event: EventRow, _ market: MarketRow?, _ outcome: OutcomeRow?) {
        if last?.event.id != event.id { append(EventTree(event: event, markets: [])) }
        let place = count - 1
        guard let market else { return }
        if self[place].markets.last?.market.id != market.id {
            self[place].markets.append(MarketTree(market: market, outcomes: []))
        }
        guard let outcome else { return }
        self[place].markets[self[place].markets.count - 1].outcomes.append(outcome)
    }
}
