package import Database
internal import ParlayAPI
internal import Tenancy

/// Brings the catalog up to date from IGDB: first the games with the best ratings, then what was changed.
package struct GameSync: Sendable {
    package struct Report: Hashable, Sendable {
        /// Games that IGDB sent.
        var read = 0
        /// Of those: elements that are not games.
        var skipped = 0
        var counts = CatalogCounts()
        /// Whether the top games were read, and not only what was changed.
        var hasTop = false
    }

    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// Another process is at it.
        case alreadyRunning
        case notConfigured

        package var description: String {
            switch self {
            case .alreadyRunning: "another sync is running"
            case .notConfigured: "PARLAY_IGDB_CLIENT_ID and PARLAY_IGDB_CLIENT_SECRET are not set"
            }
        }
    }

    /// What a request waits for its turn.
    private static let timeout = Duration.seconds(60)
    /// Seconds that are read again, because IGDB's clock may be another, and changes may appear late.
    private static let overlap: Int64 = 3600

    private let client: IGDBClient
    private let database: DatabasePool

    package init(_ client: IGDBClient, database: DatabasePool) {
        self.client = client
        self.database = database
    }

    var isConfigured: Bool { client.settings.credentials != nil }

    /// - Parameter full: reads the top games even if they were read before.
    /// - Throws: `Failure`, `IGDBError`, or `DatabaseError`. What was read until then is in the catalog.
    package func run(full: Bool = false) async throws -> Report {
        guard let credentials = client.settings.credentials else { throw Failure.notConfigured }
        _ = try await database.write([IGDBStore.pruneSearches()])
        guard let begun = try await database.write(IGDBStore.beginSync()).first else {
            throw Failure.alreadyRunning
        }
        let run = SyncRun(begun: begun, client: client, credentials: credentials, database: database)
        do {
            var report = Report()
            if full || run.needsTop {
                report.hasTop = true
                try await readTop(run, &report)
            }
            if let last = begun.syncedUntil {
                try await readChanges(run, since: last - Self.overlap, &report)
            }
            _ = try await database.write([
                IGDBStore.advanceSync(.integer(begun.id), .integer(begun.startedAt)),
                IGDBStore.finishSync(.integer(begun.id)),
            ])
            return report
        } catch {
            _ = try await database.write([IGDBStore.releaseSync(.integer(begun.id))])
            throw error
        }
    }

    private func readTop(_ run: SyncRun, _ report: inout Report) async throws {
        let settings = client.settings
        let step = IGDBQuery.pageLimit * IGDBQuery.pagesPerRequest
        var offset = 0
        while offset < settings.top {
            let pages = IGDBQuery.pages(offset: offset, count: min(step, settings.top - offset))
            let batch = try await run.ask(.top(votes: settings.votes, pages), pages, timeout: Self.timeout)
            try await write(batch.games, of: batch, &report)
            offset += step
            guard batch.isFull else { break }
        }
        let finish = IGDBStore.finishTop(
            .integer(run.begun.id),
            .integer(settings.top),
            .integer(settings.votes),
            .integer(run.begun.startedAt)
        )
        _ = try await database.write([finish])
    }

    /// Pages by the time of the change, and by offset only among changes of one second: a game that changes meanwhile
    /// moves to the end, and the others would move up.
    private func readChanges(_ run: SyncRun, since start: Int64, _ report: inout Report) async throws {
        let step = IGDBQuery.pageLimit * IGDBQuery.pagesPerRequest
        var since = start
        var offset = 0
        while true {
            let pages = IGDBQuery.pages(offset: offset, count: step)
            let batch = try await run.ask(.changes(since: since, pages), pages, timeout: Self.timeout)
            try await write(try await wanted(batch.games), of: batch, &report)
            guard batch.isFull else { return }
            if let last = batch.lastChange, last > since {
                (since, offset) = (last, 0)
                _ = try await database.write([IGDBStore.advanceSync(.integer(run.begun.id), .integer(last))])
            } else {
                offset += step
            }
        }
    }

    /// Of changed games, those that have enough votes or that a search has brought before.
    private func wanted(_ games: [SourceGame]) async throws -> [SourceGame] {
        let few = games.filter { $0.ratingCount < client.settings.votes }.compactMap(\.igdbID)
        guard !few.isEmpty else { return games }
        let known = Set(try await database.read(IGDBStore.known(.integers(few))).all)
        return games.filter { game in
            game.ratingCount >= client.settings.votes || game.igdbID.map(known.contains) ?? false
        }
    }

    private func write(_ games: [SourceGame], of batch: SyncRun.Batch, _ report: inout Report) async throws {
        report.read += batch.count
        report.skipped += batch.skipped
        guard !games.isEmpty else { return }
        report.counts = report.counts + (try await CatalogImport.run(games, in: database, at: .now))
    }
}

extension SourceGame {
    fileprivate var igdbID: Int64? { if case .igdb(let id) = identity { id } else { nil } }
}

/// One sync under way.
private struct SyncRun {
    let begun: BegunSync
    let client: IGDBClient
    let credentials: IGDBSettings.Credentials
    let database: DatabasePool

    /// The games of a request.
    struct Batch {
        let games: [SourceGame]
        let count: Int
        let skipped: Int
        let lastChange: Int64?
        /// There may be more.
        let isFull: Bool
    }

    /// The first time, and when the settings ask for more than what was read.
    var needsTop: Bool {
        guard begun.syncedUntil != nil, let count = begun.topCount, let votes = begun.topVotes else {
            return true
        }
        return count < client.settings.top || votes > client.settings.votes
    }

    func ask(_ query: IGDBQuery, _ pages: [IGDBQuery.Page], timeout: Duration) async throws -> Batch {
        let continued = try await database.write([IGDBStore.continueSync(.integer(begun.id))])
        guard continued.first?.affectedRows == 1 else { throw GameSync.Failure.alreadyRunning }
        let batches = try await client.ask(query, credentials, timeout: timeout) {
            (body) throws(IGDBAnswer.Malformed) in try IGDBAnswer.pages(body, pages)
        }
        let all = batches.reduce(GameBatch(), +)
        return Batch(
            games: all.games,
            count: all.count,
            skipped: all.skipped,
            lastChange: all.lastChange,
            isFull: zip(batches, pages).allSatisfy { $0.count >= $1.limit }
        )
    }
}
