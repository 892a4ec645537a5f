package import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Deletes events that are older than ten minutes and not among the last hundred of their person. Safe to run twice: it deletes
/// what is old.
package struct PruneStreamsJob: Job {
    package static let kind = "prune_streams"
    package static let policy = JobPolicy(maximumAttempts: 1, timeLimit: .seconds(50), concurrency: 1)
    /// Seconds that events are kept.
    package static let retention: Int64 = 600

    package init() {}

    package func run(in context: JobContext<DatabasePool>) async throws {
        let end = Timestamp.now.adding(seconds: -Self.retention)
        _ = try await context.service.write(StreamStore.prune(.time(end)))
    }
}
