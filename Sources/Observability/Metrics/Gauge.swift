internal import Synchronization

/// A value that rises and falls. Keep the series, as with a `Counter`.
package struct Gauge: Sendable {
    package final class Series: Sendable {
        private let level = Atomic<Int64>(0)

        package var value: Int64 { level.load(ordering: .relaxed) }

        package func set(_ value: Int64) { level.store(value, ordering: .relaxed) }
        package func increment(by amount: Int64 = 1) { level.wrappingAdd(amount, ordering: .relaxed) }
        package func decrement(by amount: Int64 = 1) { level.wrappingSubtract(amount, ordering: .relaxed) }
    }

    let table: SeriesTable<Series>

    init(labels: [String]) {
        table = SeriesTable(labelCount: labels.count) { Series() }
    }

    /// `labels` are the values in the order of the label names.
    package func series(_ labels: [String]) -> Series { table.series(labels) }
}
