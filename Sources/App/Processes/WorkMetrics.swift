internal import Components
internal import Jobs
internal import Observability
internal import Tenancy

/// The counters of a worker.
final class WorkMetrics: Sendable {
    let registry = MetricRegistry()
    /// By tenant and hour.
    let counts = ProcessCounts(.jobs, loops: 1)
    private let seconds: Histogram
    private let finished: Counter
    let queue: JobGauges
    let cells: CellGauges
    let modules: ComponentGauges

    init(version: String, components: [Component]) {
        seconds = registry.histogram("parlay_job_seconds", "Run time of jobs.", labels: ["kind"])
        finished = registry.counter(
            "parlay_jobs_finished_total",
            "Finished jobs.",
            labels: ["kind", "result"]
        )
        ProcessMetrics.register(in: registry, version: version)
        queue = JobGauges(registry)
        cells = CellGauges(registry)
        modules = ComponentGauges([BackupGauge.gauge] + components.flatMap(\.gauges), registry)
    }

    func observe(_ report: WorkerReport) {
        guard case .finished(let kind, let tenant, _, _, let result, let duration, _) = report else { return }
        seconds.series([kind]).observe(duration)
        finished.series([kind, result.rawValue]).increment()
        counts.count(tenant: tenant, on: 0)
    }
}
