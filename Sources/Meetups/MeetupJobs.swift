package import Database
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

/// What `App` hands on to the worker, to the tests of the schema and to accounts.
package enum MeetupModule {
    package static func register(on registry: inout JobRegistry, sweep: MeetupSweep) {
        registry.register(ExpireMeetupsJob.self, service: sweep)
        registry.register(RemindMeetupsJob.self, service: sweep)
    }

    package static func schedules() throws -> [Schedule] {
        [
            try Schedule("expire_meetups", "* * * * *", ExpireMeetupsJob()),
            try Schedule("remind_meetups", "* * * * *", RemindMeetupsJob()),
        ]
    }
}

extension MeetupModule {
    /// What goes when an account is deleted: `$1` is the tenant's id and `$2` the account's.
    package static let deletionSteps = [MatchStore.removeAll]

    /// What goes when somebody blocks somebody: `$1` is the tenant's id, `$2` and `$3` are the two accounts'.
    package static let blockingSteps = [MatchStore.removeBetween]

    /// What a test prepares against the migrated schema.
    package static let statements =
        MatchStore.statements + PartnerStore.statements + FeedbackStore.statements + MeetupSweep.statements
        + WordUpStore.statements + WordUpDemo.statements + MeetupExportStore.statements
}
