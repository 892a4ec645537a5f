internal import Database
internal import Jobs
internal import Observability
internal import Reactor
internal import Synchronization

/// The gauges of the job queue, read every few seconds so that a scrape does not wait. Front and worker both show
/// them.
final class JobGauges: Sendable {
    private let queue = Mutex<JobMetrics?>(nil)

    init(_ registry: MetricRegistry) {
        let labels = ["kind", "state"]
        registry.gauge("parlay_jobs", "Jobs in the queue; 10,000 means at least that many.", labels: labels) {
            [weak self] in
            self?.queue.withLock { $0 }?.counts.map { Sample([$0.kind, $0.state], Double($0.count)) } ?? []
        }
        registry.gauge("parlay_jobs_oldest_seconds", "Age of the oldest job that is due.") { [weak self] in
            [Sample([], self?.queue.withLock { $0 }?.oldestSeconds ?? 0)]
        }
    }

    /// The task ends with the process.
    func sample(_ database: DatabasePool, every pause: Duration = .seconds(5), on loop: EventLoop) {
        Task(executorPreference: loop) { [weak self] in
            while let self {
                // A failed count keeps the previous values; requests and jobs report that the database is
                // unavailable.
                if let counts = try? await JobMetrics.read(database) { self.queue.withLock { $0 = counts } }
                await loop.sleep(for: pause)
            }
        }
    }
}
