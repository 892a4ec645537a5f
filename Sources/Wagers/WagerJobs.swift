internal import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Ends offers that nobody took in time. Safe to run twice: what has expired is not open any more.
package struct ExpireWagersJob: Job {
    package static let kind = "expire_wagers"
    // Each batch commits by itself, so that the next run goes on where one was cut off.
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<WagerSweep>) async throws {
        _ = try await context.service.expire(at: .now)
    }
}

/// Completes wagers on which a party has not answered for 72 hours. Safe to run twice: what is completed is not active any
/// more.
package struct CompleteUnansweredWagersJob: Job {
    package static let kind = "complete_unanswered_wagers"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<WagerSweep>) async throws {
        _ = try await context.service.completeUnanswered(at: .now)
    }
}

/// Reminds of payments. Safe to run twice: a reminder is one write with the plan of the next, and the last batch commits
/// with the job itself. The mail goes the way of all notices.
package struct RemindPaymentsJob: Job {
    package static let kind = "remind_payments"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<WagerSweep>) async throws {
        _ = try await context.service.remind(at: .now) { try await context.complete(with: $0) }
    }
}
