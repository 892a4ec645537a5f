/// A metric's name and the source of its values; writes its part of the exposition
/// (https://prometheus.io/docs/instrumenting/exposition_formats/, "Text-based format").
struct MetricFamily: Sendable {
    enum Source: Sendable {
        case counter(Counter)
        case gauge(Gauge)
        case histogram(Histogram)
        case readCounter(@Sendable () -> [Sample])
        case readGauge(@Sendable () -> [Sample])
    }

    let name: String
    let help: String
    let labels: [String]
    let source: Source

    private var type: StaticString {
        switch source {
        case .counter, .readCounter: "counter"
        case .gauge, .readGauge: "gauge"
        case .histogram: "histogram"
        }
    }

    func checkNames() {
        precondition(Self.isName(name, extra: ":"), "malformed metric name \(name)")
        precondition(
            labels.allSatisfy { Self.isName($0, extra: "_") && !$0.hasPrefix("__") },
            "malformed label of \(name)"
        )
        precondition(Set(labels).count == labels.count, "a label of \(name) is given twice")
        switch source {
        case .counter, .readCounter:
            precondition(name.hasSuffix("_total"), "counter \(name) must end in _total")
        case .gauge, .readGauge, .histogram: break
        }
    }

    private static func isName(_ name: String, extra: Character) -> Bool {
        let digits: ClosedRange<Character> = "0"..."9"
        guard let first = name.first, !digits.contains(first) else { return false }
        return name.allSatisfy {
            $0.isASCII && ($0.isLetter || digits.contains($0) || $0 == "_" || $0 == extra)
        }
    }

    func append(to text: inout [UInt8]) {
        text.append(literal: "# HELP ")
        text.append(contentsOf: name.utf8)
        text.append(literal: " ")
        text.append(label: help, isQuoted: false)
        text.append(literal: "\n# TYPE ")
        text.append(contentsOf: name.utf8)
        text.append(literal: " ")
        text.append(literal: type)
        text.append(literal: "\n")
        switch source {
        case .counter(let counter):
            for (values, series) in counter.table.all() {
                line(values, to: &text) { $0.append(decimal: series.value) }
            }
        case .gauge(let gauge):
            for (values, series) in gauge.table.all() {
                line(values, to: &text) { $0.append(decimal: series.value) }
            }
        case .histogram(let histogram):
            for (values, series) in histogram.table.all() {
                append(series, values, bounds: histogram.buckets.bounds, to: &text)
            }
        case .readCounter(let read), .readGauge(let read):
            for sample in SeriesTable.bounded(read(), labelCount: labels.count) {
                line(sample.labels, to: &text) { $0.append(sample: sample.value) }
            }
        }
    }

    private func append(
        _ series: Histogram.Series,
        _ values: [String],
        bounds: [Int64],
        to text: inout [UInt8]
    ) {
        var total: UInt64 = 0
        for (index, count) in series.distribution.enumerated() {
            total += count
            var bound: [UInt8] = []
            if index < bounds.count {
                bound.append(secondsOfNanoseconds: UInt64(max(0, bounds[index])))
            } else {
                bound.append(literal: "+Inf")
            }
            line(suffix: "_bucket", values, bound: bound, to: &text) { $0.append(decimal: total) }
        }
        line(suffix: "_sum", values, to: &text) { $0.append(secondsOfNanoseconds: series.sumNanoseconds) }
        // Not counted separately: while others observe, it would differ from the last bucket, which it must equal.
        line(suffix: "_count", values, to: &text) { $0.append(decimal: total) }
    }

    private func line(
        suffix: StaticString = "",
        _ values: [String],
        bound: [UInt8]? = nil,
        to text: inout [UInt8],
        _ value: (inout [UInt8]) -> Void
    ) {
        text.append(contentsOf: name.utf8)
        text.append(literal: suffix)
        var opening: StaticString = "{"
        for (label, value) in zip(labels, values) {
            text.append(literal: opening)
            text.append(contentsOf: label.utf8)
            text.append(literal: "=\"")
            text.append(label: value, isQuoted: true)
            text.append(literal: "\"")
            opening = ","
        }
        if let bound {
            text.append(literal: opening)
            text.append(literal: "le=\"")
            text.append(contentsOf: bound)
            text.append(literal: "\"")
        }
        if !values.isEmpty || bound != nil { text.append(literal: "}") }
        text.append(literal: " ")
        value(&text)
        text.append(literal: "\n")
    }
}

extension [UInt8] {
    /// A label's value or, unquoted, a help text: they differ in that only the first escapes `"`.
    fileprivate mutating func append(label value: String, isQuoted: Bool) {
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): append(literal: "\\\\")
            case UInt8(ascii: "\n"): append(literal: "\\n")
            case UInt8(ascii: "\"") where isQuoted: append(literal: "\\\"")
            default: append(byte)
            }
        }
    }

    /// Exact and without trailing zeros: `0.0005`, `10`.
    fileprivate mutating func append(secondsOfNanoseconds value: UInt64) {
        append(decimal: value / 1_000_000_000)
        var fraction = value % 1_000_000_000
        guard fraction > 0 else { return }
        var width = 9
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(UInt8(ascii: "."))
        append(decimal: fraction, width: width)
    }

    /// In the form that Go's ParseFloat reads; whole numbers without a point.
    fileprivate mutating func append(sample value: Double) {
        if value.isNaN {
            append(literal: "NaN")
        } else if value.isInfinite {
            append(literal: value < 0 ? "-Inf" : "+Inf")
        } else if let whole = Int64(exactly: value) {
            append(decimal: whole)
        } else {
            append(contentsOf: value.description.utf8)
        }
    }
}
