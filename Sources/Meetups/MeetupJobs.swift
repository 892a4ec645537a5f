internal import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Resets matches whose meetup has passed. Safe to run twice: a reset match has no time any more.
package struct ExpireMeetupsJob: Job {
    package static let kind = "expire_meetups"
    // Each batch commits separately, so that the next run continues where one was interrupted.
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<MeetupSweep>) async throws {
        _ = try await context.service.expire(at: .now)
    }
}

/// Sends reminders of meetups 24 hours and one hour before. Safe to run twice: a reminder is keyed by its plan.
package struct RemindMeetupsJob: Job {
    package static let kind = "remind_meetups"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<MeetupSweep>) async throws {
        _ = try await context.service.remind(at: .now)
    }
}
