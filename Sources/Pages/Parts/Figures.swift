/// A figure with its name, and how it changed.
package struct Stat: Sendable {
    let name: String
    let value: HTML
    let detail: HTML

    package init(_ name: String, _ value: HTML, detail: HTML = "") {
        self.name = name
        self.value = value
        self.detail = detail
    }
}

/// Figures beside each other.
package struct StatRow: Part {
    let stats: [Stat]

    package init(_ stats: [Stat]) { self.stats = stats }

    package var html: HTML {
        let lines = each(stats) { stat in
            """
            <div class="stat"><dt>\(stat.name)</dt><dd>\(stat.value)</dd>\
            \("<dd>\(stat.detail)</dd>", if: !stat.detail.isEmpty)</div>
            """
        }
        return stats.isEmpty ? "" : "<dl class=\"stats\">\(lines)</dl>"
    }
}

/// How much of something there is, with its figure in words.
package struct Meter: Part {
    let label: String
    let text: String
    let value: Int
    let maximum: Int

    package init(_ label: String, _ text: String, value: Int, of maximum: Int) {
        self.label = label
        self.text = text
        self.value = value
        self.maximum = maximum
    }

    package var html: HTML {
        """
        <div class="meter-row"><span>\(label)</span><strong>\(text)</strong>\
        <progress aria-label="\(label)" max="\(max(maximum, 1))" value="\(min(max(value, 0), max(maximum, 1)))">\(text)</progress></div>
        """
    }
}

/// A chart as SVG, with the same figures as a table behind it. Its widths are per cent, so that texts keep their size.
package struct Chart: Part {
    package enum Kind: Sendable { case bars, line }

    package struct Point: Sendable {
        let label: String
        let value: Int64
        let text: String

        /// - Parameters:
        ///   - label: below it, such as a day.
        ///   - text: the value as people read it.
        package init(_ label: String, _ value: Int64, _ text: String) {
            self.label = label
            self.value = value
            self.text = text
        }
    }

    let id: String
    let title: String
    let kind: Kind
    let points: [Point]
    let labelHeading: String
    let valueHeading: String
    let tableSummary: String
    let empty: EmptyState?

    /// - Parameters:
    ///   - id: unique in the page.
    ///   - tableSummary: "Show as a table".
    package init(
        id: String,
        _ title: String,
        _ kind: Kind,
        _ points: [Point],
        labelHeading: String,
        valueHeading: String,
        tableSummary: String,
        empty: EmptyState? = nil
    ) {
        self.id = id
        self.title = title
        self.kind = kind
        self.points = points
        self.labelHeading = labelHeading
        self.valueHeading = valueHeading
        self.tableSummary = tableSummary
        self.empty = empty
    }

    package var html: HTML {
        if points.isEmpty, let empty { return empty.html }
        let table = Table(
            id: "\(id)-table",
            caption: title,
            hidesCaption: true,
            columns: [.init(labelHeading), .init(valueHeading, .end)],
            rows: points.map { .init(["\($0.label)", "\($0.text)"]) }
        )
        return """
            <figure class="chart card"><figcaption id="\(id)-title">\(title)</figcaption>\
            <svg role="img" aria-labelledby="\(id)-title" width="100%" height="200">\(grid)\(marks)\(labels)</svg></figure>\
            \(Disclosure(tableSummary, "\(table)"))
            """
    }

    // MARK: Geometry. The drawing is 150 high under 20 for the highest value; below it are the labels.

    private var low: Int64 { min(points.map(\.value).min() ?? 0, 0) }
    private var high: Int64 { max(points.map(\.value).max() ?? 0, 0, low + 1) }

    /// In per cent from the top.
    private func height(of value: Int64) -> Double {
        (Double(high) - Double(value)) / (Double(high) - Double(low)) * 100
    }

    private func y(_ value: Int64) -> Double { 20 + height(of: value) * 1.5 }

    /// The middle of the place of a point, in per cent.
    private func x(_ index: Int) -> Double { (Double(index) + 0.5) * 100 / Double(max(points.count, 1)) }

    private func number(_ value: Double) -> String { ((value * 100).rounded() / 100).description }

    private var grid: HTML {
        let top: HTML = "<line x1=\"0\" x2=\"100%\" y1=\"20\" y2=\"20\"/>"
        let zero: HTML =
            "<line class=\"zero\" x1=\"0\" x2=\"100%\" y1=\"\(number(y(0)))\" y2=\"\(number(y(0)))\"/>"
        return "\(top)\(zero)"
    }

    private var marks: HTML {
        switch kind {
        case .bars:
            let width = min(100 / Double(max(points.count, 1)) * 0.7, 12)
            return each(points.indices) { index in
                let point = points[index]
                let top = y(max(point.value, 0))
                let side = point.value < 0 ? "minus" : ""
                return """
                    <rect\(classes(side)) x="\(number(x(index) - width / 2))%" y="\(number(top))" width="\(number(width))%" \
                    height="\(number(y(min(point.value, 0)) - top))"><title>\(point.label): \(point.text)</title></rect>
                    """
            }
        case .line:
            let path = points.indices.map { "\(number(x($0))),\(number(height(of: points[$0].value)))" }
            // More of them would hide the line.
            let dots = each(points.count > 45 ? 0..<0 : points.indices) { index in
                """
                <circle cx="\(number(x(index)))%" cy="\(number(y(points[index].value)))" r="3">\
                <title>\(points[index].label): \(points[index].text)</title></circle>
                """
            }
            return """
                <svg x="0" y="20" width="100%" height="150" viewBox="0 0 100 100" preserveAspectRatio="none">\
                <polyline vector-effect="non-scaling-stroke" points="\(path.joined(separator: " "))"/></svg>\(dots)
                """
        }
    }

    /// A few of the labels, so that they do not touch on a phone; and the highest value.
    private var labels: HTML {
        let step = max((points.count + 3) / 4, 1)
        let last = points.count - 1
        let below = each(points.indices.filter { (last - $0) % step == 0 }) { index -> HTML in
            // A label of one of many points would begin or end outside.
            let isMany = points.count > 8
            let (place, anchor) =
                isMany && index == 0
                ? ("0", "start") : isMany && index == last ? ("100", "end") : (number(x(index)), "middle")
            return """
                <text x="\(place)%" y="194" text-anchor="\(anchor)" aria-hidden="true">\(points[index].label)</text>
                """
        }
        let highest = optional(points.max { $0.value < $1.value }) { point -> HTML in
            point.value > 0 ? "<text x=\"0\" y=\"13\" aria-hidden=\"true\">\(point.text)</text>" : ""
        }
        return "\(below)\(highest)"
    }
}
