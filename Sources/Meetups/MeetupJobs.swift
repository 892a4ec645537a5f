internal import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Resets meetups whose time has passed. Safe to run twice: what was reset has no time any more.
package struct ExpireMeetupsJob: Job {
    package static let kind = "expire_meetups"
    // Each batch commits by itself, so that the next run goes on where one was cut off.
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<MeetupSweep>) async throws {
        _ = try await context.service.expire(at: .now)
    }
}

/// Reminds of meetups 24 hours and one hour before. Safe to run twice: a reminder is keyed by its plan.
package struct RemindMeetupsJob: Job {
    package static let kind = "remind_meetups"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<MeetupSweep>) async throws {
        _ = try await context.service.remind(at: .now)
    }
}
