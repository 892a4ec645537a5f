internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    private static let fileLimit = 512 * 1024 * 1024

    static let gamesImport = Command(
        "admin games import",
        arguments: ["FILE"],
        options: [
            .flag("--hide-adult", "hide games for adults, by their themes or by words in their names"),
            .dryRun, .json,
        ],
        "import games into the catalog",
        details: """
            FILE is a JSON list of games in the shape of IGDB's answers, such as data/games.json. All of it is imported or \
            nothing; importing it again changes nothing. All tenants see the games. With --hide-adult games are left out of \
            lists and searches if IGDB's theme "Erotic" is among their themes, or, without themes, if their names have a word of \
            data/adult-titles.txt; games that `games show` has shown stay visible.
            """,
        example: "parlay admin games import data/games.json"
    ) { call in
        let path = try call.argument("FILE")
        let bytes: [UInt8]
        do {
            bytes = try TextFile.bytes(path, limit: fileLimit, "larger than 512 MiB")
        } catch {
            throw CommandFailure("cannot read \(path): \(error)")
        }
        let games: [SourceGame]
        do throws(CatalogFile.Bad) {
            games = try CatalogFile.read(bytes)
        } catch {
            for sentence in error.sentences { call.terminal.printError(sentence) }
            if error.count > error.sentences.count {
                call.terminal.printError("and \(error.count - error.sentences.count) more")
            }
            throw CommandFailure(
                "\(path) has \(error.count) error\(error.count == 1 ? "" : "s"); nothing was imported"
            )
        }
        let adult = call.has("--hide-adult") ? try call.adultTitles() : nil
        let (isDry, terminal) = (call.has("--dry-run"), call.terminal)
        let counts = try await AdminSession.run(call.configuration) { database in
            try await CatalogImport.run(
                games,
                in: database,
                at: .now,
                isDry: isDry,
                hiding: adult,
                logging: path.split(separator: "/").last.map(String.init)
            ) { terminal.progress("importing", $0, of: games.count) }
        }
        call.report(
            "\(isDry ? "would import" : "imported") \(games.count) games: \(counts.created) created, "
                + "\(counts.updated) updated, \(counts.unchanged) unchanged"
                + (adult == nil ? "" : ", \(counts.hidden) hidden"),
            JSONText.object([
                ("games", .integer(Int64(games.count))), ("created", .integer(counts.created)),
                ("updated", .integer(counts.updated)), ("unchanged", .integer(counts.unchanged)),
                ("hidden", .integer(counts.hidden)), ("dry_run", .bool(isDry)),
            ])
        )
        return .success
    }
}

extension Invocation {
    fileprivate func adultTitles() throws -> AdultTitles {
        guard let data = SampleData(configuration) else {
            throw CommandFailure(
                "cannot find \(AdultTitles.fileName); set PARLAY_SHARE to the folder of the sample data"
            )
        }
        return try AdultTitles(data)
    }
}
