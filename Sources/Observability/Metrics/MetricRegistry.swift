internal import Synchronization

/// The metrics of one process, and their Prometheus text.
package final class MetricRegistry: Sendable {
    /// Of `exposition()`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let families = Mutex<[String: MetricFamily]>([:])

    package init() {}

    /// A counter with labels, whose name ends with `_total`. Names are literals of the program, so a malformed or
    /// duplicate one stops it.
    package func counter(_ name: String, _ help: String, labels: [String]) -> Counter {
        let counter = Counter(labels: labels)
        add(MetricFamily(name: name, help: help, labels: labels, source: .counter(counter)))
        return counter
    }

    /// A counter without labels, which is a single series.
    package func counter(_ name: String, _ help: String) -> Counter.Series {
        counter(name, help, labels: []).series([])
    }

    package func gauge(_ name: String, _ help: String, labels: [String]) -> Gauge {
        let gauge = Gauge(labels: labels)
        add(MetricFamily(name: name, help: help, labels: labels, source: .gauge(gauge)))
        return gauge
    }

    package func gauge(_ name: String, _ help: String) -> Gauge.Series {
        gauge(name, help, labels: []).series([])
    }

    package func histogram(
        _ name: String,
        _ help: String,
        labels: [String],
        buckets: HistogramBuckets = .requestSeconds
    ) -> Histogram {
        let histogram = Histogram(labels: labels, buckets: buckets)
        add(MetricFamily(name: name, help: help, labels: labels, source: .histogram(histogram)))
        return histogram
    }

    package func histogram(
        _ name: String,
        _ help: String,
        buckets: HistogramBuckets = .requestSeconds
    ) -> Histogram.Series {
        histogram(name, help, labels: [], buckets: buckets).series([])
    }

    /// A counter that is read at each scrape. `read` is called on the scraping thread and must not block.
    package func counter(
        _ name: String,
        _ help: String,
        labels: [String] = [],
        read: @escaping @Sendable () -> [Sample]
    ) {
        add(MetricFamily(name: name, help: help, labels: labels, source: .readCounter(read)))
    }

    /// A gauge that is read at each scrape. `read` is called on the scraping thread and must not block.
    package func gauge(
        _ name: String,
        _ help: String,
        labels: [String] = [],
        read: @escaping @Sendable () -> [Sample]
    ) {
        add(MetricFamily(name: name, help: help, labels: labels, source: .readGauge(read)))
    }

    /// Text format 0.0.4, families by name, series by their labels.
    package func exposition() -> [UInt8] {
        // Rendered outside the lock, so that a `read` may take its time or register.
        let families = self.families.withLock { $0.values.sorted { $0.name < $1.name } }
        var text: [UInt8] = []
        text.reserveCapacity(16 << 10)
        for family in families { family.append(to: &text) }
        return text
    }

    private func add(_ family: MetricFamily) {
        family.checkNames()
        let isNew = families.withLock { families in
            guard families[family.name] == nil else { return false }
            families[family.name] = family
            return true
        }
        precondition(isNew, "metric \(family.name) is registered twice")
    }
}

/// One value of a metric that is read at the scrape.
package struct Sample: Sendable {
    /// In the order of the metric's label names; a sample with another number of them is left out.
    package var labels: [String]
    package var value: Double

    package init(_ labels: [String], _ value: Double) {
        self.labels = labels
        self.value = value
    }
}
