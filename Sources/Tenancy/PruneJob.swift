package import Database
package import Jobs
internal import ParlayAPI

/// Removes what nobody needs any more: expired tokens, throttles whose window is over, notices of half a year ago,
/// answers kept for idempotency keys of yesterday, mail that was kept for a month, photos that were never shown.
/// Safe to run twice: it deletes what is old.
package struct PruneJob: Job {
    package static let kind = "prune"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)
    private static let noticeDays: Int64 = 180

    package init() {}

    package func run(in context: JobContext<DatabasePool>) async throws {
        let now = Timestamp.now
        _ = try await context.service.write([TokenStore.prune(.time(now))])
        _ = try await context.service.write([ThrottleStore.prune(.time(now.adding(seconds: -86_400)))])
        let yesterday = Parameter.time(now.adding(seconds: -86_400))
        while try await context.service.write([IdempotencyStore.prune(yesterday)])[0].affectedRows > 0 {}
        let oldest = now.adding(seconds: -Self.noticeDays * 86_400)
        _ = try await context.service.write([NoticeStore.prune(.time(oldest))])
        // As long as dead letters, which name rows of it.
        let month = now.adding(seconds: -30 * 86_400)
        _ = try await context.service.write([MailStore.prune(.time(month))])
        _ = try await context.service.write([PhotoStore.prune(.time(now.adding(seconds: -86_400)))])
    }
}
