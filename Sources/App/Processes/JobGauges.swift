internal import Database
internal import Jobs
internal import Observability
internal import Reactor
internal import Synchronization

/// The gauges of the job queue, read every few seconds so that a scrape does not wait. Front and worker both show
/// them.
final class JobGauges: Sendable {
    /// Of the last count in each cell.
    private let queues = Mutex<[Int: JobMetrics]>([:])

    init(_ registry: MetricRegistry) {
        let labels = ["kind", "state"]
        registry.gauge("parlay_jobs", "Jobs in the queue; 10,000 means at least that many.", labels: labels) {
            [weak self] in
            let counts = self?.queues.withLock { $0.values.flatMap(\.counts) } ?? []
            let sums = Dictionary(grouping: counts) { [$0.kind, $0.state] }
            return sums.map { Sample($0.key, Double($0.value.reduce(0) { $0 + $1.count })) }
        }
        registry.gauge("parlay_jobs_oldest_seconds", "Age of the oldest job that is due.") { [weak self] in
            [Sample([], self?.queues.withLock { $0.values.map(\.oldestSeconds).max() } ?? 0)]
        }
    }

    /// The task ends with the process.
    func sample(
        _ database: DatabasePool,
        cell: Int = 1,
        every pause: Duration = .seconds(5),
        on loop: EventLoop
    ) {
        Task(executorPreference: loop) { [weak self] in
            while let self {
                // A failed count keeps the previous values; requests and jobs report that the database is
                // unavailable.
                if let counts = try? await JobMetrics.read(database) { queues.withLock { $0[cell] = counts } }
                await loop.sleep(for: pause)
            }
        }
    }
}
