package import Jobs

/// Searches for a name at IGDB, and writes what it finds into the catalog. Safe to run twice: a search that was asked within
/// a day is not asked again, and its result is written in one transaction that ends the job too.
package struct SearchGamesJob: Job {
    package static let kind = "search_games"
    package static let policy = JobPolicy(
        maximumAttempts: 3,
        timeLimit: .seconds(45),
        concurrency: 4,
        priority: .high
    )

    let q: String

    package func run(in context: JobContext<Runner>) async throws {
        try await context.service.run(q, context)
    }

    /// What the worker does. The front only enqueues, and knows nothing of IGDB.
    package struct Runner: Sendable {
        let run: @Sendable (String, JobContext<Runner>) async throws -> Void

        package init(_ run: @escaping @Sendable (String, JobContext<Runner>) async throws -> Void) {
            self.run = run
        }
    }
}
