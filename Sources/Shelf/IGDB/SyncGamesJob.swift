package import Jobs
package import Observability

/// Brings the catalog up to date from IGDB. Safe to run twice: one sync runs at a time in all processes, a game that is read
/// again changes nothing, and a sync that was interrupted is continued.
package struct SyncGamesJob: Job {
    package static let kind = "sync_games"
    package static let policy = JobPolicy(
        maximumAttempts: 3,
        backoff: Backoff(first: .seconds(60), limit: .seconds(600)),
        timeLimit: .seconds(1800),
        concurrency: 1
    )

    package struct Service: Sendable {
        let sync: GameSync
        let logger: Logger

        package init(_ sync: GameSync, logger: Logger) {
            self.sync = sync
            self.logger = logger
        }
    }

    package init() {}

    package func run(in context: JobContext<Service>) async throws {
        let service = context.service
        guard service.sync.isConfigured else { return }
        do {
            let report = try await service.sync.run()
            service.logger.info(
                "catalog synced",
                [
                    .integer("read", report.read), .integer("created", report.counts.created),
                    .integer("updated", report.counts.updated), .integer("skipped", report.skipped),
                ]
            )
        } catch GameSync.Failure.alreadyRunning {
            throw JobOutcome.snooze(.seconds(30))
        } catch IGDBError.paused(let milliseconds) {
            throw JobOutcome.snooze(.milliseconds(milliseconds + 1000))
        } catch let error as IGDBError where context.isLastAttempt {
            // The next hour begins another one; the dead letters are for what no one repeats.
            service.logger.warning("catalog not synced", [.text("error", "\(error)")])
        }
    }
}
