internal import Database
internal import Jobs
internal import ParlayAPI
internal import Tenancy

/// Deletes live updates that are older than ten minutes. Safe to run twice: it deletes what is old.
struct PruneLiveJob: Job {
    static let kind = "prune_live"
    static let policy = JobPolicy(maximumAttempts: 1, timeLimit: .seconds(50), concurrency: 1)
    /// Seconds that updates are kept.
    static let retention: Int64 = 600

    func run(in context: JobContext<DatabasePool>) async throws {
        let now = Timestamp.now
        _ = try await context.service.write([
            LiveStore.prune(.time(now.adding(seconds: -Self.retention)))
        ])
    }
}
