package import Jobs
internal import ParlayAPI
internal import Tenancy

/// Counts the figures of all tenants. Safe to run twice; see `FigureCounter`.
package struct CountFiguresJob: Job {
    package static let kind = "count_figures"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(540), concurrency: 1)

    package init() {}

    package func run(in context: JobContext<FigureCounter>) async throws {
        try await context.service.count(at: .now)
    }
}
