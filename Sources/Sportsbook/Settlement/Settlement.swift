package import Database
internal import Notifications
package import ParlayAPI
package import Tenancy

/// Settles the bets of events, for all tenants.
package struct Settlement: Sendable {
    /// Bets that one transaction settles at most.
    package static let batchSize = 500
    /// A postponed event is cancelled after this time, in seconds.
    package static let postponementLimit: Int64 = 72 * 3600

    private let database: DatabasePool

    package init(database: DatabasePool) { self.database = database }

    /// The state of a run.
    private struct Position {
        var account = AccountID(rawValue: 0)
        var bet = BetID(rawValue: 0)
        /// The result that the run belongs to.
        var version: Int64?
    }

    /// Brings every bet on an event to what the outcomes of its legs say; returns how many changed.
    ///
    /// Each batch locks the event, is one transaction, and leaves alone what is right already. So a run can be killed
    /// and repeated, and two runs do not harm each other. It ends early when the event has a newer result: that has a run
    /// of its own.
    @discardableResult
    package func settle(_ event: EventID, in tenant: TenantID, batch: Int = batchSize) async throws -> Int {
        var position = Position()
        var total = 0
        while true {
            let start = position
            let step = try await database.transaction { transaction in
                try await self.step(from: start, event, tenant, batch, transaction)
            }
            guard let (next, count) = step else { return total }
            total += count
            guard let next else { return total }
            position = next
            try Task.checkCancellation()
        }
    }

    /// - Returns: `nil` if there is nothing to do; the next position is `nil` after the last batch.
    private func step(
        from start: Position,
        _ event: EventID,
        _ tenant: TenantID,
        _ batch: Int,
        _ transaction: Transaction
    ) async throws -> (next: Position?, count: Int)? {
        var locked = try await transaction.run(TreeStore.lockEvent(.id(tenant), .id(event)).query)
        guard let row = try Rows<EventRow>(locked[0]).first, row.resultVersion > 0,
            start.version.map({ $0 == row.resultVersion }) ?? true
        else { return nil }
        let version = row.resultVersion
        locked = try await transaction.run(
            SettlementStore.lockBets(
                .id(tenant),
                .id(event),
                .id(start.account),
                .id(start.bet),
                .integer(batch + 1)
            ).query
        )
        var bets = try Rows<BetRow>(locked[0]).all
        // One more than the batch shows whether the last account of the batch has further bets.
        let following = bets.count > batch ? bets.removeLast() : nil
        guard let last = bets.last else {
            return nil
        }
        let changes = try await changes(of: bets, tenant, transaction)
        try await write(changes, at: .now, (event, version), tenant, transaction)
        try await notify(
            Set(bets.map(\.account)).subtracting([following?.account].compactMap(\.self)),
            row,
            tenant,
            transaction
        )
        let next = following.map { _ in Position(account: last.account, bet: last.id, version: version) }
        return (next, changes.count)
    }

    private func changes(
        of bets: [BetRow],
        _ tenant: TenantID,
        _ transaction: Transaction
    ) async throws -> [BetChange] {
        let query = SettlementStore.legs(.id(tenant), .integers(bets.map(\.id.rawValue))).query
        var legs: [BetID: [BetRules.Leg]] = [:]
        for row in try Rows<LegResultRow>(try await transaction.run(query)[0]).all {
            legs[row.bet, default: []].append(row.leg)
        }
        return bets.compactMap { bet in
            BetChange(
                bet,
                to: BetRules.state(
                    stakeCents: bet.stakeCents,
                    legs: legs[bet.id] ?? [],
                    limitCents: bet.potentialPayoutCents
                )
            )
        }
    }

    private func write(
        _ changes: [BetChange],
        at now: Timestamp,
        _ run: (event: EventID, version: Int64),
        _ tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        guard !changes.isEmpty else { return }
        let postings = changes.flatMap(\.postings)
        try await transaction.run(
            SettlementStore.settle(
                .id(tenant),
                .time(now),
                .id(run.event),
                .integer(run.version),
                .integers(changes.map(\.bet.rawValue)),
                .texts(changes.map(\.status.rawValue)),
                .integers(changes.map(\.payoutCents)),
                .integers(changes.map(\.step))
            ),
            SettlementStore.post(
                .id(tenant),
                .time(now),
                .integers(postings.map(\.account.rawValue)),
                .texts(postings.map(\.kind)),
                .integers(postings.map(\.bet.rawValue)),
                .integers(postings.map(\.step)),
                .integers(postings.map(\.walletCents)),
                .integers(postings.map(\.poolCents))
            )
        )
    }

    /// Notifies accounts whose last bet on the event is settled, once a run.
    private func notify(
        _ accounts: Set<AccountID>,
        _ event: EventRow,
        _ tenant: TenantID,
        _ transaction: Transaction
    ) async throws {
        guard !accounts.isEmpty else { return }
        let query = SettlementStore.settled(
            .id(tenant),
            .id(event.id),
            .integer(event.resultVersion),
            .integers(accounts.map(\.rawValue).sorted())
        ).query
        let sums = try Rows<SettledSum>(try await transaction.run(query)[0]).all
        guard !sums.isEmpty else { return }
        let notices = SettlementNotice.notices(of: sums, on: event)
        try await transaction.run(
            SettlementStore.notify(
                .id(tenant),
                .text(NoticeKind.betSettled.rawValue),
                .text("bet_settled:\(event.id.rawValue):\(event.resultVersion)"),
                .time(.now),
                .integers(notices.map(\.account.rawValue)),
                .texts(notices.map(\.title)),
                .texts(notices.map(\.text)),
                .texts(notices.map(\.subject.type)),
                .integers(notices.map(\.subject.id)),
                .texts(notices.map(\.arguments.json)),
                .time(event.startsAt)
            )
        )
    }

    // MARK: Postponed events

    /// Cancels events that were postponed too long ago; returns how many.
    package func voidPostponed(at now: Timestamp, batch: Int = 100) async throws -> Int {
        var total = 0
        while true {
            let limit = now.adding(seconds: -Self.postponementLimit)
            let due = try await database.read(SettlementStore.postponed(.time(limit), .integer(batch))).all
            guard !due.isEmpty else { return total }
            for event in due {
                let hasChanged = try await database.transaction { transaction in
                    try await cancel(event, since: limit, at: now, transaction)
                }
                total += hasChanged ? 1 : 0
            }
            if due.count < batch { return total }
            try Task.checkCancellation()
        }
    }

    private func cancel(
        _ event: TenantEvent,
        since limit: Timestamp,
        at now: Timestamp,
        _ transaction: Transaction
    ) async throws -> Bool {
        let results = try await transaction.run(
            TreeStore.lockEvent(.id(event.tenant), .id(event.event)).query,
            TreeStore.event(.id(event.tenant), .id(event.event)).query
        )
        guard let tree = try Rows<TreeLine>(results[1]).trees.first, tree.event.status == .postponed else {
            return false
        }
        let work = TenantTransaction(event.tenant, at: now, transaction)
        return try await ResultService(work).cancel(tree)
    }
}
