internal import Database
internal import Jobs
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// The one place that knows every feature: their routes, jobs and deletion steps.
enum Features {
    static func surfaces(_ configuration: Configuration, hashing: BlockingPool) throws -> [Surface] {
        []
    }

    static func jobs(_ database: DatabasePool) throws -> JobRegistry {
        var registry = JobRegistry()
        registry.register(PruneJobsJob.self, service: database)
        return registry
    }

    /// Makes the demo tenants with their people, unless they are there.
    static func loadDemo(_ location: DatabaseLocation, _ configuration: Configuration, terminal: Terminal) async throws {
    }

    static func schedules() throws -> [Schedule] {
        [try Schedule("jobs.prune", "17 * * * *", PruneJobsJob())]
    }
}
