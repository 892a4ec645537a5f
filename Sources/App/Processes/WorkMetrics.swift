internal import Database
internal import Jobs
internal import Observability
internal import Reactor
internal import Synchronization

/// What a worker counts.
final class WorkMetrics: Sendable {
    let registry = MetricRegistry()
    private let seconds: Histogram
    private let finished: Counter
    private let queue = Mutex<JobMetrics?>(nil)

    init(version: String) {
        seconds = registry.histogram("parlay_job_seconds", "Time that jobs ran.", labels: ["kind"])
        finished = registry.counter(
            "parlay_jobs_finished_total",
            "Jobs that ended.",
            labels: ["kind", "result"]
        )
        ProcessMetrics.register(in: registry, version: version)
        registry.gauge(
            "parlay_jobs",
            "Jobs in the queue; at 10,000 it means at least.",
            labels: ["kind", "state"]
        ) {
            [weak self] in
            self?.queue.withLock { $0 }?.counts.map { Sample([$0.kind, $0.state], Double($0.count)) } ?? []
        }
        registry.gauge("parlay_jobs_oldest_seconds", "Age of the oldest job that is due.") { [weak self] in
            [Sample([], self?.queue.withLock { $0 }?.oldestSeconds ?? 0)]
        }
    }

    func observe(_ report: WorkerReport) {
        guard case .finished(let kind, _, _, _, let result, let duration, _) = report else { return }
        seconds.series([kind]).observe(nanoseconds: Int64(duration * 1_000_000_000))
        finished.series([kind, result.rawValue]).increment()
    }

    /// Counts the queue now and then, so that a scrape waits for nothing. The task ends with the process.
    func sampleQueue(_ database: DatabasePool, every pause: Duration, on loop: EventLoop) {
        Task(executorPreference: loop) { [weak self] in
            while let self {
                // A count that fails leaves the one before; the worker reports that the database is away.
                if let counts = try? await JobMetrics.read(database) { self.queue.withLock { $0 = counts } }
                await loop.sleep(for: pause)
            }
        }
    }
}
