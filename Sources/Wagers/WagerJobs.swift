package import Database
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

/// What `App` hands on to the gateway, to the worker, to the tests of the schema and to accounts.
package enum WagerModule {
    package static func register(on registry: inout JobRegistry, sweep: WagerSweep) {
        registry.register(ExpireWagersJob.self, service: sweep)
        registry.register(CompleteUnansweredWagersJob.self, service: sweep)
        registry.register(RemindPaymentsJob.self, service: sweep)
    }

    package static func schedules() throws -> [Schedule] {
        [
            try Schedule("expire_wagers", "* * * * *", ExpireWagersJob()),
            try Schedule("complete_unanswered_wagers", "* * * * *", CompleteUnansweredWagersJob()),
            try Schedule("remind_payments", "*/10 * * * *", RemindPaymentsJob()),
        ]
    }

    /// What goes when an account is deleted: `$1` is the tenant's id and `$2` the account's.
    package static let deletionSteps = WagerParts.deletionSteps

    /// What a test prepares against the migrated schema.
    package static let statements =
        WagerStore.statements + WagerSweepStore.statements + WagerParts.statements + WagerAdmin.statements
        + WagerDemo.statements
}
