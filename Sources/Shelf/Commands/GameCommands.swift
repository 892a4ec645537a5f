internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    private static let fileLimit = 512 * 1024 * 1024

    static let gamesImport = Command(
        "admin games import",
        arguments: ["FILE"],
        options: [.dryRun, .json],
        "import games into the catalog",
        details: """
            FILE is a JSON list of games in the shape of IGDB's answers, such as data/games.json. All of it is imported or \
            nothing; importing it again changes nothing. All tenants see the games.
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
        let (isDry, terminal) = (call.has("--dry-run"), call.terminal)
        let counts = try await AdminSession.run(call.configuration) { database in
            try await CatalogImport.run(games, in: database, at: .now, isDry: isDry) {
                terminal.progress("importing", $0, of: games.count)
            }
        }
        call.tell(
            "\(isDry ? "would import" : "imported") \(games.count) games: \(counts.created) created, "
                + "\(counts.updated) updated, \(counts.unchanged) unchanged",
            JSONText.object([
                ("games", .integer(Int64(games.count))), ("created", .integer(counts.created)),
                ("updated", .integer(counts.updated)), ("unchanged", .integer(counts.unchanged)),
                ("dry_run", .bool(isDry)),
            ])
        )
        return .success
    }

    static let gamesShow = Command(
        "admin games show",
        arguments: ["ID"],
        options: [.json],
        "show a game of the catalog",
        example: "parlay admin games show 1416"
    ) { call in
        let id = try call.identifier("ID")
        let game = try await AdminSession.run(call.configuration) {
            try await $0.read(CatalogStore.shown(.integer(id))).first
        }
        guard let game else { throw CommandFailure("there is no game \(id)") }
        call.show(game.json, game.fields)
        return .success
    }
}
