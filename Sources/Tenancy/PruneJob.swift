package import Database
package import Jobs
internal import ParlayAPI

/// Deletes what no one needs any more, of all tenants: see the `pruning` of each store. Safe to run twice: it deletes what is old.
package struct PruneJob: Job {
    package static let kind = "prune"
    package static let policy = JobPolicy(maximumAttempts: 3, timeLimit: .seconds(300), concurrency: 1)

    package struct Service: Sendable {
        let database: DatabasePool
        let steps: [PruneStep]

        package init(_ database: DatabasePool, _ steps: [PruneStep]) {
            self.database = database
            self.steps = steps
        }
    }

    package init() {}

    package func run(in context: JobContext<Service>) async throws {
        let now = Timestamp.now
        for step in context.service.steps {
            let query = step.statement(.time(now.adding(seconds: -step.days * 86_400)))
            var deleted = 0
            repeat {
                deleted = Int(try await context.service.database.write([query])[0].affectedRows)
            } while step.inBatches && deleted > 0
        }
    }
}
