internal import Accounts
internal import Database
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// Brings the lines of a file onto the caller's shelf, in one transaction.
struct ShelfImport {
    /// How often an import is repeated after others added a game that it would add.
    private static let attempts = 5

    private let session: Session
    private let pool: BlockingPool

    /// - Parameter pool: where the lines are worked on, because 10,000 would hold the event loop. Only two imports run at a
    ///   time, so the transaction does not wait for a thread.
    init(_ session: Session, on pool: BlockingPool) {
        self.session = session
        self.pool = pool
    }

    private var tenant: TenantID { session.tenant.id }

    /// The report, as JSON.
    ///
    /// - Parameter isDry: changes nothing.
    func run(_ lines: [ShelfLine], isDry: Bool) async throws -> [UInt8] {
        for _ in 0..<Self.attempts {
            do {
                return try await session.transaction { try await attempt(lines, isDry: isDry) }
            } catch is AddedMeanwhile { continue }
        }
        throw AccountError.editedMeanwhile
    }

    private func attempt(_ lines: [ShelfLine], isDry: Bool) async throws -> [UInt8] {
        let (tenant, now) = (tenant, session.now)
        let status = try await ShelfService.defaultStatus(in: session)
        let search = try await pool.run {
            let names = lines.compactMap { line -> GameName? in
                if case .entry(let name, _) = line.content { name } else { nil }
            }
            return ShelfImportStore.match(names, in: tenant)
        }
        let rows = try await session.read(search)
        let (matches, entries) = try await pool.run {
            let matches = try rows.map(\.match)
            let games = Set(matches.compactMap { if case .game(let id) = $0 { id } else { nil } })
            return (matches, ShelfImportStore.entries(games.sorted(), in: tenant))
        }
        let found = try await session.write(entries)
        let outcome = try await pool.run {
            let shelf = try found.map { ($0.game, $0.entry.values) }
            var plan = ShelfImportPlan(Dictionary(shelf) { first, _ in first }, defaultStatus: status)
            plan.apply(lines, matches)
            return Outcome(plan, in: tenant, at: now)
        }
        if !isDry { try await write(outcome) }
        return outcome.report
    }

    private func write(_ outcome: Outcome) async throws {
        if let add = outcome.add {
            let added = try await session.write(add)
            guard added.count == outcome.newCount else { throw AddedMeanwhile() }
        }
        if let update = outcome.update { _ = try await session.write(update) }
        if outcome.add != nil || outcome.update != nil {
            _ = try await session.write(ShelfImportStore.tell(.id(tenant)))
        }
    }

    /// What a plan writes and answers.
    private struct Outcome: Sendable {
        let report: [UInt8]
        let newCount: Int
        let add: RowQuery<UnreadRow>?
        let update: Query?

        init(_ plan: ShelfImportPlan, in tenant: TenantID, at now: Timestamp) {
            let changes = plan.changes
            let new = changes.filter(\.isNew)
            let old = changes.filter { !$0.isNew }
            newCount = new.count
            add = new.isEmpty ? nil : ShelfImportStore.add(new, in: tenant, at: now)
            update = old.isEmpty ? nil : ShelfImportStore.update(old, in: tenant, at: now)
            report = ShelfImportReport(plan.report).jsonBytes()
        }
    }

    /// Another call added a game that was not there when this one looked.
    private struct AddedMeanwhile: Error {}
}
