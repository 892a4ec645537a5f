internal import Administration
package import ParlayAPI
internal import Tenancy

/// Brings a file of games into the tree: first the whole file is read, then all of it is written in one transaction.
package struct FileImport: Sendable {
    package enum Format: Sendable {
        /// The games of the National Football League; see `NFLFile`.
        case csv
        /// A tree of tournaments; see `TreeFile`.
        case json

        /// By the first character of the file.
        package init(of bytes: [UInt8]) {
            let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
            self = bytes.first { !blanks.contains($0) } == UInt8(ascii: "{") ? .json : .csv
        }
    }

    package var selection = FileSelection.all
    /// Moves the games so that the first one is on this day, or at most six days later.
    package var moveTo: CivilDateTime?
    /// Whether moved games come with their scores.
    package var results = false
    /// For games without markets.
    package var madeUpPrices: MadeUpPrices?
    /// How many bad lines are reported one by one.
    package var badLineLimit: Int

    package init(badLineLimit: Int = FieldErrors.limit) { self.badLineLimit = badLineLimit }

    /// Blocks: large files take a second.
    ///
    /// - Throws: all bad lines, or that nothing is selected.
    package func read(_ bytes: [UInt8], as format: Format) throws(BadLines) -> OddsFile {
        var file =
            switch format {
            case .csv: try NFLFile.read(bytes, selection, badLineLimit: badLineLimit)
            case .json: try TreeFile.read(bytes, selection, badLineLimit: badLineLimit)
            }
        guard selection == .all || !file.games.isEmpty else {
            throw BadLines(BadLine(1, "The file has no game of \(selection.text)."))
        }
        madeUpPrices?.fill(&file)
        return file
    }

    /// What would be written, with moments for the kick-offs.
    ///
    /// - Throws: `BadLines` for games that start outside of the years that the tree has.
    package func sources(
        of file: OddsFile,
        in transaction: TenantTransaction
    ) async throws -> [SourceTournament] {
        let kickOffs = try await KickOffStore.resolve(
            file.games.map(\.kickOff),
            movingTo: moveTo,
            in: transaction
        )
        return try file.sources(kickOffs, results: results, badLineLimit: badLineLimit)
    }

    /// - Throws: `BadLines`; then nothing is written.
    func write(_ file: OddsFile, in session: Session) async throws -> ImportCounts {
        try await session.transaction { try await write(file, in: TenantTransaction(session)) }
    }

    /// Leaves an entry in the audit log if it changes anything.
    ///
    /// - Parameter progress: called with the number of games that are written.
    /// - Throws: `BadLines`; then nothing must be committed.
    package func write(
        _ file: OddsFile,
        in transaction: TenantTransaction,
        progress: (Int) -> Void = { _ in }
    ) async throws -> ImportCounts {
        let sources = try await sources(of: file, in: transaction)
        let counts = try await TreeImport.apply(
            sources,
            from: file.source,
            in: transaction,
            progress: progress
        )
        guard counts.created + counts.updated > 0 else { return counts }
        let entry = AuditDraft(
            .oddsImport,
            ["created": .integer(Int64(counts.created)), "updated": .integer(Int64(counts.updated))]
        )
        try await transaction.run(entry.query(transaction.tenant, at: transaction.now))
        return counts
    }
}
