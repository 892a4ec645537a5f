package import Database

/// What a worker reports, for logs and metrics.
package enum WorkerReport: Sendable {
    package enum Result: String, Sendable { case completed, failed, returned, dead }

    case registered(workerID: Int64)
    case finished(
        kind: String,
        tenantID: Int64,
        jobID: Int64,
        attempt: Int,
        Result,
        duration: Duration,
        error: String?
    )
    /// The lease expired; its runs were cancelled.
    case leaseLost(runs: Int)
    /// Jobs recovered from dead workers; `dead` of them became dead letters.
    case swept(jobs: Int, dead: Int)
    /// Scheduled jobs are enqueued by this process from now on.
    case leading(term: Int64)
    case failed(what: String, DatabaseError)
    case schedule(name: String, problem: String)
}
