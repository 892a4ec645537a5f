package import Database
package import Jobs
internal import ParlayAPI

/// Removes data that is no longer needed: expired tokens, finished throttle windows, notices older than half a year,
/// idempotency answers older than a day, mail stored for a month, photos that were never shown, webhook events older
/// than a month. Safe to run twice: it deletes by age.
package struct PruneJob: Job {
    package static let kind = "prune"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)
    private static let noticeDays: Int64 = 180
    private static let webhookDays: Int64 = 30

    package init() {}

    package func run(in context: JobContext<DatabasePool>) async throws {
        let now = Timestamp.now
        _ = try await context.service.write([TokenStore.prune(.time(now))])
        _ = try await context.service.write([ThrottleStore.prune(.time(now.adding(seconds: -86_400)))])
        let yesterday = Parameter.time(now.adding(seconds: -86_400))
        while try await context.service.write([IdempotencyStore.prune(yesterday)])[0].affectedRows > 0 {}
        let oldest = now.adding(seconds: -Self.noticeDays * 86_400)
        _ = try await context.service.write([NoticeStore.prune(.time(oldest))])
        // As long as dead letters, which refer to its rows.
        let month = now.adding(seconds: -30 * 86_400)
        _ = try await context.service.write([MailStore.prune(.time(month))])
        _ = try await context.service.write([PhotoStore.prune(.time(now.adding(seconds: -86_400)))])
        let lastEvent = now.adding(seconds: -Self.webhookDays * 86_400)
        _ = try await context.service.write([WebhookStore.prune(.time(lastEvent))])
    }
}
