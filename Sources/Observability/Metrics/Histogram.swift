internal import Reactor
internal import Synchronization

/// The upper bounds of a histogram's buckets in nanoseconds, ascending; the bucket without bound is implied.
package struct HistogramBuckets: Sendable {
    static let most = 23

    let bounds: [Int64]

    /// Between 1 and 23 bounds, each above the one before.
    package init(nanoseconds bounds: [Int64]) {
        precondition((1...Self.most).contains(bounds.count), "a histogram has 1 to \(Self.most) bounds")
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must ascend")
        self.bounds = bounds
    }

    /// 0.5 ms to 10 s.
    package static let requestSeconds = HistogramBuckets(
        nanoseconds: [
            500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
            250_000_000,
            500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
        ]
    )
}

/// A distribution of durations. Recorded in nanoseconds and shown in seconds; the names of such metrics end with
/// `_seconds`.
package struct Histogram: Sendable {
    package final class Series: Sendable {
        private let bounds: [Int64]
        private let counts = InlineArray<24, Atomic<UInt64>> { _ in Atomic(0) }
        private let nanoseconds = Atomic<UInt64>(0)

        init(_ buckets: HistogramBuckets) { bounds = buckets.bounds }

        /// Two atomic additions. A negative duration counts as zero.
        package func observe(_ duration: Duration) {
            let value = duration.nanoseconds
            var bucket = 0
            while bucket < bounds.count && value > bounds[bucket] { bucket += 1 }
            counts[bucket].wrappingAdd(1, ordering: .relaxed)
            nanoseconds.wrappingAdd(UInt64(max(0, value)), ordering: .relaxed)
        }

        /// How many fell into each bucket, the last one without bound.
        var distribution: [UInt64] { (0...bounds.count).map { counts[$0].load(ordering: .relaxed) } }
        var sumNanoseconds: UInt64 { nanoseconds.load(ordering: .relaxed) }
    }

    let buckets: HistogramBuckets
    let table: SeriesTable<Series>

    init(labels: [String], buckets: HistogramBuckets) {
        precondition(!labels.contains("le"), "le is reserved for the buckets")
        self.buckets = buckets
        table = SeriesTable(labelCount: labels.count) { Series(buckets) }
    }

    /// `labels` are the values in the order of the label names.
    package func series(_ labels: [String]) -> Series { table.series(labels) }
}
