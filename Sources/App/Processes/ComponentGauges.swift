internal import Components
internal import Database
internal import Observability
internal import Reactor
internal import Synchronization

/// The gauges of modules, read every few seconds so that a scrape does not wait.
final class ComponentGauges: Sendable {
    private let gauges: [ComponentGauge]
    private let samples = Mutex<[String: [Sample]]>([:])

    init(_ gauges: [ComponentGauge], _ registry: MetricRegistry) {
        self.gauges = gauges
        for gauge in gauges {
            registry.gauge(gauge.name, gauge.help, labels: gauge.labels) { [weak self] in
                self?.samples.withLock { $0[gauge.name] } ?? []
            }
        }
    }

    /// The task ends with the process.
    func sample(_ database: DatabasePool, every pause: Duration = .seconds(5), on loop: EventLoop) {
        Task(executorPreference: loop) { [weak self] in
            while let self {
                for gauge in gauges {
                    // A failed read keeps the previous values.
                    guard let read = try? await gauge.read(database) else { continue }
                    samples.withLock { $0[gauge.name] = read }
                }
                await loop.sleep(for: pause)
            }
        }
    }
}
