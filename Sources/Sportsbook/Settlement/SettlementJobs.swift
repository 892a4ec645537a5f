package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Settles the bets of an event that got a result, a correction or a void market. Safe to run twice: a bet that is what its
/// outcomes say is left alone.
package struct SettleEventJob: Job {
    package static let kind = "settle_event"
    // Each batch commits separately, so that the next run continues where one was interrupted.
    package static let policy = JobPolicy(
        maximumAttempts: 20,
        backoff: Backoff(first: .seconds(1), limit: .seconds(300)),
        timeLimit: .seconds(900),
        priority: .high
    )

    let event: Int64

    package init(event: Int64) { self.event = event }

    package func run(in context: JobContext<Settlement>) async throws {
        try await context.service.settle(
            EventID(rawValue: event),
            in: TenantID(rawValue: context.tenantID)
        )
    }
}

/// Cancels events that were postponed 72 hours ago. Safe to run twice: a cancelled event is no longer postponed.
package struct VoidPostponedJob: Job {
    package static let kind = "void_postponed"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<Settlement>) async throws {
        _ = try await context.service.voidPostponed(at: .now)
    }
}
