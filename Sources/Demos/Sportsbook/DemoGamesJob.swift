internal import Database
package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Keeps demo tenants supplied with games. Safe to run twice: a week and a result are written once.
package struct DemoGamesJob: Job {
    package static let kind = "demo_games"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    static let schedule = "demo_games"

    package init() {}

    package func run(in context: JobContext<DemoGames>) async throws {
        try await context.service.run(at: .now)
    }
}
