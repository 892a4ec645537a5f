package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Finds the feeds that are due and those that are silent. Safe to run twice: a feed has one waiting run, and a silent one
/// is silent already.
package struct PollFeedsJob: Job {
    package static let kind = "poll_feeds"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(50), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<FeedRunService>) async throws {
        try await context.service.poll(at: .now)
    }
}

/// Reads a feed once. Safe to run twice: a run that has begun is not due again for three minutes, and what it reads is
/// written in one transaction that ends the job too.
package struct ImportOddsJob: Job {
    package static let kind = "import_odds"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(120), concurrency: 8)

    let feed: Int64

    package func run(in context: JobContext<FeedRunService>) async throws {
        try await context.service.run(FeedID(rawValue: feed), context)
    }
}
