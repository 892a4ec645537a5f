internal import Database
internal import Jobs
internal import ParlayAPI
internal import Tenancy

/// Gives events their results. Outcomes are graded in the same transaction; the bets follow by a job.
package struct ResultService {
    private let work: TenantTransaction

    package init(_ work: TenantTransaction) { self.work = work }

    /// Enters the score of an event that `TreeStore.lockEvent` has locked, or corrects it; returns whether that changed
    /// anything. What an admin voided stays void.
    @discardableResult
    package func finish(_ tree: EventTree, _ score: Score) async throws -> Bool {
        guard tree.event.status != .final || tree.event.score != score else { return false }
        try await decide(tree, .final, score) { market, outcome in
            if market.status == .void && market.holder != .event { return outcome.status }
            return Grading.result(of: outcome.side, in: market.kind, line: market.line, score: score)
        }
        return true
    }

    /// Voids all markets of a locked event; returns whether that changed anything.
    @discardableResult
    package func cancel(_ tree: EventTree) async throws -> Bool {
        guard tree.event.status != .cancelled else { return false }
        try await decide(tree, .cancelled, nil) { _, _ in .void }
        return true
    }

    /// Voids one market of a locked event: its stakes are paid back.
    package func void(_ market: MarketTree) async throws {
        try await work.run(
            [
                SettlementStore.advance(.id(work.tenant), .id(market.market.event)),
                grade([(market.market.id, .void, .admin)]),
                grade(market.outcomes.map { ($0.id, .void) }), try settle(market.market.event),
            ]
        )
    }

    private func decide(
        _ tree: EventTree,
        _ status: EventStatus,
        _ score: Score?,
        result: (MarketRow, OutcomeRow) -> OutcomeStatus
    ) async throws {
        let markets = tree.markets.map { tree -> (MarketID, MarketStatus, MarketHolder?) in
            let market = tree.market
            if market.status == .void && market.holder != .event { return (market.id, .void, market.holder) }
            return status == .cancelled ? (market.id, .void, .event) : (market.id, .settled, nil)
        }
        let outcomes = tree.markets.flatMap { tree in
            tree.outcomes.map { ($0.id, result(tree.market, $0)) }
        }
        try await work.run(
            [
                SettlementStore.decide(
                    .id(work.tenant),
                    .id(tree.event.id),
                    .text(status.rawValue),
                    .integer(score?.home),
                    .integer(score?.away),
                    .time(work.now)
                ),
                grade(markets), grade(outcomes), try settle(tree.event.id),
            ]
        )
    }

    private func grade(_ markets: [(MarketID, MarketStatus, MarketHolder?)]) -> Query {
        SettlementStore.gradeMarkets(
            .id(work.tenant),
            .integers(markets.map(\.0.rawValue)),
            .texts(markets.map(\.1.rawValue)),
            .texts(markets.map { $0.2?.rawValue ?? "" })
        )
    }

    private func grade(_ outcomes: [(OutcomeID, OutcomeStatus)]) -> Query {
        SettlementStore.gradeOutcomes(
            .id(work.tenant),
            .integers(outcomes.map(\.0.rawValue)),
            .texts(outcomes.map(\.1.rawValue))
        )
    }

    private func settle(_ event: EventID) throws -> Query {
        try JobQueue.enqueue(
            SettleEventJob(event: event.rawValue),
            tenant: work.tenant.rawValue,
            uniqueKey: "\(event.rawValue)"
        )
    }
}
