internal import Synchronization

/// The series of one metric by their label values, at most `limit` of them: all further ones share a series with the
/// labels `other`, so that no input can fill the memory.
final class SeriesTable<Series: AnyObject & Sendable>: Sendable {
    static var limit: Int { 10_000 }

    private let labelCount: Int
    private let make: @Sendable () -> Series
    private let table = Mutex<[[String]: Series]>([:])

    init(labelCount: Int, make: @escaping @Sendable () -> Series) {
        self.labelCount = labelCount
        self.make = make
    }

    func series(_ labels: [String]) -> Series {
        precondition(labels.count == labelCount, "a metric with \(labelCount) labels got \(labels.count)")
        return table.withLock { table in
            if let series = table[labels] { return series }
            let other = Self.otherLabels(labelCount)
            let key = table.count < Self.limit ? labels : other
            if let series = table[key] { return series }
            let series = make()
            table[key] = series
            return series
        }
    }

    /// In the order of their labels.
    func all() -> [(labels: [String], series: Series)] {
        table.withLock { table in table.map { (labels: $0.key, series: $0.value) } }
            .sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }

    static func otherLabels(_ count: Int) -> [String] { Array(repeating: "other", count: count) }
}

extension SeriesTable<Counter.Series> {
    /// The samples of a metric that is read at the scrape: each label set once and at most the limit, the rest summed
    /// up as `other`.
    static func bounded(_ samples: [Sample], labelCount: Int) -> [Sample] {
        var values: [[String]: Double] = [:]
        let other = otherLabels(labelCount)
        for sample in samples where sample.labels.count == labelCount {
            let isKnown = values[sample.labels] != nil
            values[isKnown || values.count < limit ? sample.labels : other, default: 0] += sample.value
        }
        return values.map { Sample($0.key, $0.value) }
            .sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }
}
