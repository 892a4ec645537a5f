internal import Administration
internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let oddsImport = Command(
        "admin odds import",
        arguments: ["FILE"],
        options: [
            .tenant,
            .value("--season", "SEASON", "only this season, such as 2024 or 2019-20"),
            .value("--week", "WEEK", "only this week"),
            .value("--move-to", "DATE", "move all games by weeks, the first one to DATE"),
            .flag("--results", "import the scores of moved games too"),
            .value("--made-up-prices", "SEED", "make up prices for games without any"),
            .dryRun, .json,
        ],
        "import games and odds from a file",
        details: """
            FILE is the CSV of nflverse or a JSON tree of tournaments, such as data/nfl-games.csv and data/football.json. All \
            of it is imported or nothing; importing it again changes nothing. A moved game is a game of its own and has no \
            score until it is imported again with --results. The same SEED makes up the same prices.
            """,
        example: "parlay admin odds import games.csv --tenant demo --season 2024"
    ) { call in
        let tenant = try call.tenant()
        let plan = try call.fileImport()
        let path = try call.argument("FILE")
        let bytes: [UInt8]
        do {
            bytes = try TextFile.bytes(path, limit: Invocation.fileLimit, "larger than 256 MiB")
        } catch {
            throw CommandFailure("cannot read \(path): \(error)")
        }
        do {
            let file = try plan.read(bytes, as: .init(of: bytes))
            for warning in file.warnings {
                call.terminal.printError("\(file.unit.rawValue) \(warning.line): \(warning.sentence)")
            }
            let isDry = call.has("--dry-run")
            let terminal = call.terminal
            let done = try await AdminSession.run(call.configuration) { database in
                try await plan.run(file, for: tenant, in: database, isDry: isDry) { written, total in
                    terminal.progress("importing", written, of: total)
                }
            }
            let verb = isDry ? "would import" : "imported"
            call.report(
                "\(verb) \(file.games.count) games into \(tenant.slug): \(done.created) created, "
                    + "\(done.updated) updated, \(done.unchanged) unchanged",
                JSONText.object([
                    ("games", .integer(Int64(file.games.count))),
                    ("created", .integer(Int64(done.created))),
                    ("updated", .integer(Int64(done.updated))),
                    ("unchanged", .integer(Int64(done.unchanged))), ("dry_run", .bool(isDry)),
                    ("warnings", .array(file.warnings.map(\.json))),
                ])
            )
            return .success
        } catch let bad as BadLines {
            call.report(bad, path)
            throw CommandFailure(
                "\(path) has \(bad.count) bad \(bad.unit.rawValue)\(bad.count == 1 ? "" : "s"); nothing was imported"
            )
        }
    }
}

extension Invocation {
    fileprivate static let fileLimit = 256 * 1024 * 1024

    fileprivate func fileImport() throws -> FileImport {
        var plan = FileImport(badLineLimit: 10_000)
        plan.selection.season = value("--season")
        if value("--week") != nil { plan.selection.week = try count("--week", default: 1, 1...99) }
        if let date = value("--move-to") {
            guard let day = FileTime.target(date) else {
                throw UsageError(
                    "--move-to must be a date in the years 2000 to 2100, such as 2026-09-10, not \"\(date)\""
                )
            }
            plan.moveTo = day
        }
        plan.results = has("--results")
        if value("--made-up-prices") != nil {
            plan.madeUpPrices = MadeUpPrices(seed: try count("--made-up-prices", default: 0, 0...UInt64.max))
        }
        return plan
    }

    fileprivate func report(_ bad: BadLines, _ path: String) {
        if isJSON {
            terminal.print(
                JSONText.text(
                    JSONText.object([
                        ("bad_lines", .array(bad.first.map(\.json))),
                        ("bad_line_count", .integer(Int64(bad.count))),
                    ])
                )
            )
        }
        for line in bad.first { terminal.printError("\(bad.unit.rawValue) \(line.line): \(line.sentence)") }
        if bad.count > bad.first.count { terminal.printError("and \(bad.count - bad.first.count) more") }
    }
}

extension BadLine {
    fileprivate var json: JSONValue {
        JSONText.object([("line", .integer(Int64(line))), ("problem", .string(sentence))])
    }
}

extension FileImport {
    /// - Parameter isDry: rolls back what it would change.
    fileprivate func run(
        _ file: OddsFile,
        for tenant: Tenant,
        in database: DatabasePool,
        isDry: Bool,
        progress: @escaping @Sendable (_ written: Int, _ total: Int) -> Void
    ) async throws -> ImportCounts {
        do {
            return try await database.transaction { transaction in
                let total = file.games.count
                let transaction = TenantTransaction(tenant.id, at: .now, transaction)
                let counts = try await write(file, in: transaction) { progress($0, total) }
                if isDry { throw Rehearsal(counts: counts) }
                return counts
            }
        } catch let rehearsal as Rehearsal {
            return rehearsal.counts
        }
    }

    /// Undoes a transaction and keeps what it would have done.
    private struct Rehearsal: Error {
        let counts: ImportCounts
    }
}
