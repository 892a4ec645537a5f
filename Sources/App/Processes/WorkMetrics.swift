internal import Components
internal import Jobs
internal import Observability

/// The counters of a worker.
final class WorkMetrics: Sendable {
    let registry = MetricRegistry()
    private let seconds: Histogram
    private let finished: Counter
    let queue: JobGauges
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
        modules = ComponentGauges([BackupGauge.gauge] + components.flatMap(\.gauges), registry)
    }

    func observe(_ report: WorkerReport) {
        guard case .finished(let kind, _, _, _, let result, let duration, _) = report else { return }
        seconds.series([kind]).observe(duration)
        finished.series([kind, result.rawValue]).increment()
    }
}
