internal import Console
internal import Database
internal import ParlayAPI
internal import Reactor

extension Command {
    static let gamesSync = Command(
        "admin games sync",
        options: [.flag("--full", "read the top games again, not only changes"), .json],
        "bring the catalog up to date from IGDB",
        details: """
            Does what the worker does every hour, in this process, and waits until it is done. Needs \
            PARLAY_IGDB_CLIENT_ID and PARLAY_IGDB_CLIENT_SECRET. Requests count towards the limits that all \
            processes share.
            """,
        example: "parlay admin games sync"
    ) { call in
        let settings = IGDBSettings(call.configuration)
        guard settings.credentials != nil else { throw CommandFailure("\(GameSync.Failure.notConfigured)") }
        let isFull = call.has("--full")
        let report: GameSync.Report
        do {
            report = try await AdminSession.run(call.configuration, as: .worker) { database in
                guard let loop = EventLoop.current else { throw CommandFailure("no event loop") }
                let client = try IGDBClient(settings, database: database, on: loop)
                defer { client.close() }
                return try await GameSync(client, database: database).run(full: isFull)
            }
        } catch let error as IGDBError {
            throw CommandFailure("not synced: \(error)")
        } catch let error as GameSync.Failure {
            throw CommandFailure("not synced: \(error)")
        }
        let counts = report.counts
        call.report(
            "read \(report.read) \(report.hasTop ? "games" : "changed games"): \(counts.created) created, "
                + "\(counts.updated) updated, \(counts.unchanged) unchanged, \(report.skipped) skipped",
            JSONText.object([
                ("read", .integer(Int64(report.read))), ("created", .integer(counts.created)),
                ("updated", .integer(counts.updated)), ("unchanged", .integer(counts.unchanged)),
                ("skipped", .integer(Int64(report.skipped))), ("full", .bool(report.hasTop)),
            ])
        )
        return .success
    }
}
