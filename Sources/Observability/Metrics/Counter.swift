internal import Synchronization

/// A value that only grows. Keep the series: looking one up takes a lock, counting on it is a single atomic addition.
package struct Counter: Sendable {
    package final class Series: Sendable {
        private let count = Atomic<UInt64>(0)

        package var value: UInt64 { count.load(ordering: .relaxed) }

        package func increment(by amount: UInt64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    let table: SeriesTable<Series>

    init(labels: [String]) {
        table = SeriesTable(labelCount: labels.count) { Series() }
    }

    /// `labels` are the values in the order of the label names.
    package func series(_ labels: [String]) -> Series { table.series(labels) }
}
