package import Database

/// What a worker tells of itself, for logs and metrics.
package enum WorkerReport: Sendable {
    package enum Result: String, Sendable { case completed, failed, returned, dead }

    case registered(workerID: Int64)
    case finished(
        kind: String,
        tenantID: Int64,
        jobID: Int64,
        attempt: Int,
        Result,
        seconds: Double,
        error: String?
    )
    /// The lease ran out; what ran was cancelled.
    case leaseLost(runs: Int)
    /// Jobs taken from dead workers.
    case swept(jobs: Int)
    /// Scheduled jobs are enqueued here from now on.
    case leading(term: Int64)
    case failed(what: String, DatabaseError)
    case schedule(name: String, problem: String)
}
