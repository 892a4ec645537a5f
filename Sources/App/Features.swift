internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// The one place that knows every feature: their routes, jobs and deletion steps.
enum Features {
    static func surfaces(_ configuration: Configuration, hashing: BlockingPool) throws -> [Surface] {
        []
    }
}
