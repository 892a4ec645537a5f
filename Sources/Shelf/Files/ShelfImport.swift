internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// Brings the lines of a file onto the caller's shelf, in one transaction.
struct ShelfImport {
    /// How often an import is repeated after others added a game that it would add.
    private static let attempts = 5

    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    /// - Parameter isDry: changes nothing.
    func run(_ lines: [ShelfLine], isDry: Bool) async throws -> ShelfImportReport {
        for _ in 0..<Self.attempts {
            do {
                return try await session.transaction { try await attempt(lines, isDry: isDry) }
            } catch is AddedMeanwhile { continue }
        }
        throw AccountError.editedMeanwhile
    }

    private func attempt(_ lines: [ShelfLine], isDry: Bool) async throws -> ShelfImportReport {
        let names = lines.compactMap { line -> GameName? in
            if case .entry(let name, _) = line.content { name } else { nil }
        }
        let status = try await ShelfService.defaultStatus(in: session)
        let matches = try await session.read(ShelfImportStore.match(names, in: tenant)).map(\.match)
        let games = Set(matches.compactMap { if case .game(let id) = $0 { id } else { nil } })
        let found = try await session.write(ShelfImportStore.entries(games.sorted(), in: tenant)).all
        var plan = ShelfImportPlan(
            Dictionary(uniqueKeysWithValues: found.map { ($0.game, $0.entry.values) }),
            defaultStatus: status
        )
        var rest = matches[...]
        for line in lines {
            if case .entry = line.content {
                plan.apply(line, rest.popFirst() ?? .none)
            } else {
                plan.apply(line, .none)
            }
        }
        if !isDry { try await write(plan.changes) }
        return ShelfImportReport(plan.report)
    }

    private func write(_ changes: [ShelfImportPlan.Change]) async throws {
        let new = changes.filter(\.isNew)
        let old = changes.filter { !$0.isNew }
        if !new.isEmpty {
            let added = try await session.write(ShelfImportStore.add(new, in: tenant, at: session.now))
            guard added.count == new.count else { throw AddedMeanwhile() }
        }
        if !old.isEmpty {
            _ = try await session.write(ShelfImportStore.update(old, in: tenant, at: session.now))
        }
    }

    /// Another call added a game that was not there when this one looked.
    private struct AddedMeanwhile: Error {}
}
