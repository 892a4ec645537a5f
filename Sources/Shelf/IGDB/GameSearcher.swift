package import Database
internal import Jobs
package import Observability
internal import ParlayAPI
internal import Tenancy

/// The worker's side of a search on demand.
package struct GameSearcher: Sendable {
    private static let timeout = Duration.seconds(15)

    private let client: IGDBClient
    private let database: DatabasePool
    /// Where the catalog is written; `database` has it or a copy.
    private let platform: DatabasePool
    private let logger: Logger

    package init(
        _ client: IGDBClient,
        database: DatabasePool,
        platform: DatabasePool? = nil,
        logger: Logger
    ) {
        self.client = client
        self.database = database
        self.platform = platform ?? database
        self.logger = logger
    }

    package var runner: SearchGamesJob.Runner { .init { q, context in try await run(q, context) } }

    private func run(_ q: String, _ context: JobContext<SearchGamesJob.Runner>) async throws {
        let begun = try await database.write(IGDBStore.beginSearch(.text(q))).one
        guard begun.isBegun else {
            // Another tenant's job asks; if its worker dies, this one asks again.
            if begun.isRunning { throw JobOutcome.snooze(.seconds(2)) }
            return
        }
        do {
            let found = try await search(q)
            let games = CatalogStore.write(found.games, at: .now).query
            if platform === database {
                try await context.complete(with: [games, finish(q, .done)])
            } else {
                _ = try await platform.write([games])
                try await context.complete(with: [finish(q, .done)])
            }
        } catch IGDBError.busy {
            // It is no one's failure; others go first.
            _ = try await database.write([IGDBStore.releaseSearch(.text(q))])
            throw JobOutcome.snooze(.seconds(1))
        } catch let error as IGDBError {
            logger.warning("search at IGDB failed", [.text("error", "\(error)")])
            try await context.complete(with: [finish(q, .failed)])
        } catch {
            _ = try await database.write([IGDBStore.releaseSearch(.text(q))])
            throw error
        }
    }

    private func search(_ q: String) async throws -> GameBatch {
        guard let credentials = client.settings.credentials else {
            throw IGDBError.unavailable("\(GameSync.Failure.notConfigured) for this worker")
        }
        return try await client.ask(.search(q), credentials, timeout: Self.timeout) {
            (body) throws(IGDBAnswer.Malformed) in try IGDBAnswer.games(body)
        }
    }

    private func finish(_ q: String, _ status: UpstreamSearchState.Status) -> Query {
        IGDBStore.finishSearch(.text(q), .text(status.rawValue))
    }
}
