package import Database
package import ParlayAPI
package import Tenancy

/// A row of `bets`.
package struct BetRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = [
        "id", "account_id", "stake_cents", "potential_payout_cents", "payout_cents", "status", "step",
        "placed_at", "settled_at",
    ]

    package let id: BetID
    package let account: AccountID
    package let stakeCents: Int64
    package let potentialPayoutCents: Int64
    package let payoutCents: Int64?
    package let status: BetStatus
    /// Of its last transaction in the ledger.
    package let step: Int64
    package let placedAt: Timestamp
    package let settledAt: Timestamp?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        account = try columns.id()
        stakeCents = try columns.integer()
        potentialPayoutCents = try columns.integer()
        payoutCents = try columns.optionalInteger()
        status = try columns.choice()
        step = try columns.integer()
        placedAt = try columns.time()
        settledAt = try columns.optionalTime()
    }
}

/// What a leg shows of a row of `events`.
struct BetEventRow: ColumnGroup {
    static let columns: SQLFragment = [
        "id", "home", "away", "starts_at", "status", "home_score", "away_score",
    ]

    let event: BetEvent

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        event = BetEvent(
            id: try columns.integer(),
            home: try columns.text(),
            away: try columns.text(),
            startsAt: try columns.time(),
            status: try columns.choice(),
            homeScore: try columns.optionalInteger().map(Int.init),
            awayScore: try columns.optionalInteger().map(Int.init)
        )
    }
}

/// A row of `bet_legs`, with its outcome `o`, market `m` and event `e`.
struct BetLegRow: ColumnGroup {
    static let columns: SQLFragment =
        [
            "l.outcome_id", "l.price", "o.name", "o.side", "o.status", "m.kind", "m.line_quarters",
        ] + BetEventRow.columns.of("e")

    let leg: BetLeg

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let outcome = try columns.integer()
        let price = try columns.price()
        let name = try columns.text()
        let side: OutcomeSide = try columns.choice()
        let status: OutcomeStatus = try columns.choice()
        let kind: MarketKind = try columns.choice()
        let line = try columns.optionalInteger().flatMap { MarketLine(quarters: Int($0)) }
        leg = BetLeg(
            outcomeID: outcome,
            event: try BetEventRow(&columns).event,
            name: name,
            side: side,
            kind: kind,
            line: kind.line(of: side, in: line),
            price: price,
            result: LegResult(status)
        )
    }
}

/// A bet with one of its legs: bets are read as such rows, in order, and put together again.
struct BetLine: RowReadable {
    static let columns: SQLFragment = BetRow.columns.of("b") + BetLegRow.columns

    /// Joins the legs of the bets `b`.
    static let legs = SQLFragment(
        joining: .join("bet_legs", as: "l", where: "bet_id", is: "b.id"),
        .join("outcomes", as: "o", is: "l.outcome_id"),
        .join("markets", as: "m", is: "o.market_id"),
        .join("events", as: "e", is: "l.event_id")
    )

    let bet: BetRow
    let leg: BetLeg

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        bet = try BetRow(&columns)
        leg = try BetLegRow(&columns).leg
    }
}

extension Rows<BetLine> {
    var bets: [Bet] {
        get throws(DatabaseError) { try all.bets }
    }
}

extension [BetLine] {
    var bets: [Bet] {
        var bets: [(row: BetRow, legs: [BetLeg])] = []
        for line in self {
            if bets.last?.row.id != line.bet.id { bets.append((line.bet, [])) }
            bets[bets.count - 1].legs.append(line.leg)
        }
        return bets.map { $0.row.resource(legs: $0.legs) }
    }
}

extension BetRow {
    func resource(legs: [BetLeg]) -> Bet {
        Bet(
            id: id.rawValue,
            legs: legs,
            stakeCents: stakeCents,
            priceDecimal: ParlayPrice(legs.map(\.price)).decimal ?? DecimalPrice(tenThousandths: .max),
            potentialPayoutCents: potentialPayoutCents,
            payoutCents: payoutCents,
            status: status,
            placedAt: placedAt,
            settledAt: settledAt
        )
    }
}
