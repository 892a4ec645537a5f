internal import Database
internal import Jobs
internal import ParlayAPI
internal import Tenancy

/// Gives events their results. Outcomes are graded in the same transaction; the bets follow by a job.
package struct ResultService {
    private let work: TenantTransaction

    package init(_ work: TenantTransaction) { self.work = work }

    /// What became of an event.
    package enum Result: Equatable {
        case score(Score)
        case cancelled

        fileprivate var status: EventStatus { if case .score = self { .final } else { .cancelled } }
        fileprivate var score: Score? { if case .score(let score) = self { score } else { nil } }

        /// Whether it is another one than the event has.
        func changes(_ event: EventRow) -> Bool {
            event.status != status || score != nil && event.score != score
        }
    }

    /// Enters the score of an event that `TreeStore.lockEvent` has locked, or corrects it; returns whether that changed
    /// anything. What an admin voided stays void.
    @discardableResult
    package func finish(_ tree: EventTree, _ score: Score) async throws -> Bool {
        try await !enter([(tree, .score(score))]).isEmpty
    }

    /// Voids all markets of a locked event; returns whether that changed anything.
    @discardableResult
    package func cancel(_ tree: EventTree) async throws -> Bool {
        try await !enter([(tree, .cancelled)]).isEmpty
    }

    /// Enters the results of locked events in one round trip, because bets on them wait until the transaction ends.
    /// Returns the events that this changed.
    package func enter(_ results: [(tree: EventTree, result: Result)]) async throws -> [EventID] {
        let changed = results.filter { tree, result in result.changes(tree.event) }
        guard !changed.isEmpty else { return [] }
        try await work.run(
            [
                SettlementStore.decide(
                    .id(work.tenant),
                    .time(work.now),
                    .integers(changed.map(\.tree.event.id.rawValue)),
                    .texts(changed.map(\.result.status.rawValue)),
                    .integers(changed.map(\.result.score?.home)),
                    .integers(changed.map(\.result.score?.away))
                ),
                grade(changed.flatMap { Self.markets(of: $0.tree, $0.result) }),
                grade(try changed.flatMap { try Self.outcomes(of: $0.tree, $0.result) }),
                try settle(changed.map(\.tree.event.id)),
            ]
        )
        return changed.map(\.tree.event.id)
    }

    private static func isVoidedByAdmin(_ market: MarketRow) -> Bool {
        market.status == .void && market.holder != .event
    }

    private static func markets(
        of tree: EventTree,
        _ result: Result
    ) -> [(MarketID, MarketStatus, MarketHolder?)] {
        tree.markets.map(\.market).map { market in
            if isVoidedByAdmin(market) { return (market.id, .void, market.holder) }
            return result == .cancelled ? (market.id, .void, .event) : (market.id, .settled, nil)
        }
    }

    /// What each outcome of an event becomes.
    static func outcomes(of tree: EventTree, _ result: Result) throws -> [(OutcomeID, OutcomeStatus)] {
        try tree.markets.flatMap { tree in
            try tree.outcomes.map { outcome in
                guard let score = result.score else { return (outcome.id, .void) }
                if isVoidedByAdmin(tree.market) { return (outcome.id, outcome.status) }
                let rule = tree.market.kind.rule
                guard let status = rule.result(of: outcome.side, line: tree.market.line, score: score) else {
                    throw DatabaseError.decoding("a \(tree.market.kind) with the side \(outcome.side)")
                }
                return (outcome.id, status)
            }
        }
    }

    /// Voids one market of a locked event: its stakes are paid back.
    package func void(_ market: MarketTree) async throws {
        try await work.run(
            [
                SettlementStore.advance(.id(work.tenant), .id(market.market.event)),
                grade([(market.market.id, .void, .admin)]),
                grade(market.outcomes.map { ($0.id, .void) }), try settle([market.market.event]),
            ]
        )
    }

    private func grade(_ markets: [(MarketID, MarketStatus, MarketHolder?)]) -> Query {
        SettlementStore.gradeMarkets(
            .id(work.tenant),
            .integers(markets.map(\.0.rawValue)),
            .texts(markets.map(\.1.rawValue)),
            .texts(markets.map(\.2?.rawValue))
        )
    }

    private func grade(_ outcomes: [(OutcomeID, OutcomeStatus)]) -> Query {
        SettlementStore.gradeOutcomes(
            .id(work.tenant),
            .integers(outcomes.map(\.0.rawValue)),
            .texts(outcomes.map(\.1.rawValue))
        )
    }

    private func settle(_ events: [EventID]) throws -> Query {
        try JobQueue.enqueue(
            events.map { (SettleEventJob(event: $0.rawValue), uniqueKey: "\($0.rawValue)") },
            tenant: work.tenant.rawValue
        )
    }
}
