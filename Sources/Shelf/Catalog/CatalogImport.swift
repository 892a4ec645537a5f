package import Database
package import ParlayAPI

/// Writes many games into the catalog, all of them or none.
package enum CatalogImport {
    /// So many games are written by one statement.
    private static let chunk = 500

    /// - Parameters:
    ///   - isDry: undoes what it did.
    ///   - adult: games of adults, which are hidden unless the operator shows them.
    ///   - progress: called with the number of games written so far.
    package static func run(
        _ games: [SourceGame],
        in database: DatabasePool,
        at now: Timestamp,
        isDry: Bool = false,
        hiding adult: AdultTitles? = nil,
        logging file: String? = nil,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> CatalogCounts {
        do {
            return try await database.transaction { transaction in
                var counts = CatalogCounts()
                var rest = games[...]
                while !rest.isEmpty {
                    let part = Array(rest.prefix(chunk))
                    counts = counts + (try await transaction.read(CatalogStore.write(part, at: now)).one)
                    if let adult {
                        let hidden = CatalogStore.hide(part.filter(adult.includes))
                        counts.hidden += try await transaction.read(hidden).one
                    }
                    rest = rest.dropFirst(chunk)
                    progress(games.count - rest.count)
                }
                try await transaction.run(CatalogStore.refresh())
                if let file, counts.created + counts.updated > 0 {
                    try await transaction.run(
                        CatalogStore.logImport(
                            .text(file),
                            .integer(counts.created),
                            .integer(counts.updated)
                        )
                    )
                }
                if isDry { throw Rehearsal(counts: counts) }
                return counts
            }
        } catch let rehearsal as Rehearsal {
            return rehearsal.counts
        }
    }

    /// Undoes a transaction and keeps what it would have done.
    private struct Rehearsal: Error {
        let counts: CatalogCounts
    }
}
