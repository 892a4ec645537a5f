package import Database
package import ParlayAPI

/// Writes many games into the catalog, all of them or none.
package enum CatalogImport {
    /// So many games are written by one statement.
    private static let chunk = 500

    /// - Parameters:
    ///   - isDry: undoes what it did.
    ///   - progress: called with the number of games written so far.
    package static func run(
        _ games: [SourceGame],
        in database: DatabasePool,
        at now: Timestamp,
        isDry: Bool = false,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> CatalogCounts {
        do {
            return try await database.transaction { transaction in
                var counts = CatalogCounts()
                var rest = games[...]
                while !rest.isEmpty {
                    counts = counts + (try await write(Array(rest.prefix(chunk)), at: now, in: transaction))
                    rest = rest.dropFirst(chunk)
                    progress(games.count - rest.count)
                }
                try await transaction.run(CatalogStore.refresh())
                if isDry { throw Rehearsal(counts: counts) }
                return counts
            }
        } catch let rehearsal as Rehearsal {
            return rehearsal.counts
        }
    }

    private static func write(
        _ games: [SourceGame],
        at now: Timestamp,
        in transaction: Transaction
    ) async throws -> CatalogCounts {
        try await transaction.read(CatalogStore.write(games, at: now)).one
    }

    /// Undoes a transaction and keeps what it would have done.
    private struct Rehearsal: Error {
        let counts: CatalogCounts
    }
}
