internal import Database
internal import ParlayAPI
internal import Tenancy

/// What a decision about an event would pay: the rules of the settlement over the bets as they are. It writes and locks nothing.
struct ResultPreviewer {
    /// Bets that it looks at, at most.
    static let limit = 10_000
    /// Bets of one read: so few that the loop is not held.
    private static let batchSize = 500

    enum Decision {
        case result(ResultService.Result)
        /// A market becomes void.
        case void(MarketID)
    }

    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    func preview(_ decision: Decision, on event: EventID) async throws -> ResultPreview {
        let trees = try await session.read(TreeStore.event(.id(tenant), .id(event))).trees
        guard let tree = trees.first else { throw SportsbookError.notFound("event") }
        let grades = try Self.grades(decision, of: tree)
        var preview = ResultPreview()
        guard !grades.isEmpty else { return preview }
        var (account, bet, seen) = (Int64(0), Int64(0), 0)
        while true {
            let query = SettlementStore.previewedBets(
                .id(tenant),
                .id(event),
                .integer(account),
                .integer(bet),
                .integer(Self.batchSize)
            )
            let bets = try await session.read(query).bets
            for (row, legs) in bets { preview.add(row, legs, grades) }
            guard bets.count == Self.batchSize, let last = bets.last?.row else { return preview }
            (account, bet) = (last.account.rawValue, last.id.rawValue)
            seen += bets.count
            if seen >= Self.limit {
                preview.complete = false
                return preview
            }
        }
    }

    /// The outcomes that would get another state; those of a decision that changes nothing are none.
    private static func grades(_ decision: Decision, of tree: EventTree) throws -> [OutcomeID: OutcomeStatus]
    {
        switch decision {
        case .result(let result):
            guard result.changes(tree.event) else { return [:] }
            let outcomes = try ResultService.outcomes(of: tree, result)
            return Dictionary(outcomes, uniquingKeysWith: { first, _ in first })
        case .void(let id):
            guard let market = tree.markets.first(where: { $0.market.id == id }) else {
                throw SportsbookError.notFound("market")
            }
            if market.market.status == .settled || market.market.status == .void {
                throw SportsbookError.marketDecided(market.market.status)
            }
            return Dictionary(market.outcomes.map { ($0.id, .void) }, uniquingKeysWith: { first, _ in first })
        }
    }
}

extension ResultPreview {
    /// Counts a bet as it would be.
    fileprivate mutating func add(
        _ row: BetRow,
        _ legs: [PreviewedLeg],
        _ grades: [OutcomeID: OutcomeStatus]
    ) {
        let state = BetRules.state(
            stakeCents: row.stakeCents,
            legs: legs.map { BetRules.Leg($0.price, grades[$0.outcome] ?? $0.status) },
            limitCents: row.potentialPayoutCents
        )
        guard let change = BetChange(row, to: state) else {
            if row.status == .open { waiting += 1 }
            return
        }
        bets += 1
        stakeCents += row.stakeCents
        reversedCents += row.payoutCents ?? 0
        payoutCents += change.payoutCents ?? 0
        switch change.status {
        case .won: won += 1
        case .lost: lost += 1
        case .pushed, .void: returned += 1
        case .open: break
        }
    }
}

/// A leg of a bet with the present state of its outcome.
struct PreviewedLeg: Equatable {
    let outcome: OutcomeID
    let price: AmericanPrice
    let status: OutcomeStatus
}

/// A bet with one of its legs; see `Rows.bets`.
struct PreviewedBetLine: RowReadable {
    static let columns: SQLFragment = BetRow.columns.of("b") + ["l.outcome_id", "l.price", "o.status"]

    let bet: BetRow
    let leg: PreviewedLeg

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        bet = try BetRow(&columns)
        leg = PreviewedLeg(
            outcome: try columns.id(),
            price: try columns.price(),
            status: try columns.choice()
        )
    }
}

extension Rows<PreviewedBetLine> {
    /// The bets in the order of the rows.
    fileprivate var bets: [(row: BetRow, legs: [PreviewedLeg])] {
        get throws(DatabaseError) {
            var bets: [(row: BetRow, legs: [PreviewedLeg])] = []
            for line in try all {
                if bets.last?.row.id != line.bet.id { bets.append((line.bet, [])) }
                bets[bets.count - 1].legs.append(line.leg)
            }
            return bets
        }
    }
}

extension SettlementStore {
    /// The bets on the event `$2` with all of their legs, from account to account, after the account `$3` and the bet `$4`.
    /// What `lockBets` and `legs` read, without locks.
    static let previewedBets = RowStatement<PreviewedBetLine>(
        """
        with chosen as materialized (
            select c.account_id, c.bet_id
              from bet_legs c
             where c.tenant_id = $1 and c.event_id = $2 and (c.account_id, c.bet_id) > ($3::bigint, $4::bigint)
             order by c.account_id, c.bet_id
             limit $5
        )
        select
        """,
        PreviewedBetLine.columns,
        "from chosen",
        .join("bets", as: "b", is: "chosen.bet_id"),
        .join("bet_legs", as: "l", where: "bet_id", is: "b.id"),
        .join("outcomes", as: "o", is: "l.outcome_id"),
        "order by b.account_id, b.id, l.number"
    )
}
