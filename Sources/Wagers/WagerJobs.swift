internal import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Expires offers that no one took in time. Safe to run twice: an expired wager is no longer open.
package struct ExpireWagersJob: Job {
    package static let kind = "expire_wagers"
    // Each batch commits separately, so that the next run continues where one was interrupted.
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<WagerSweep>) async throws {
        _ = try await context.service.expire(at: .now)
    }
}

/// Completes wagers on which a party has not answered for 72 hours. Safe to run twice: a completed wager is no longer
/// active.
package struct CompleteUnansweredWagersJob: Job {
    package static let kind = "complete_unanswered_wagers"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<WagerSweep>) async throws {
        _ = try await context.service.completeUnanswered(at: .now)
    }
}

/// Sends payment reminders. Safe to run twice: a reminder and the plan of the next are one write, and the last batch
/// commits with the job itself. The mail is sent as for all notices.
package struct RemindPaymentsJob: Job {
    package static let kind = "remind_payments"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<WagerSweep>) async throws {
        _ = try await context.service.remind(at: .now) { try await context.complete(with: $0) }
    }
}
