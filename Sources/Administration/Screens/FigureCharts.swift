internal import Localization
internal import Pages
internal import ParlayAPI

/// The figures of the last days as charts.
struct FigureCharts {
    /// How many days may be shown.
    private static let ranges = [7, 30, 90]

    private let visit: Visit
    private let days: Int
    private let report: FigureReport

    /// Reads as many days as the page is asked for by `days`; 30 otherwise.
    init(_ visit: Visit) async throws {
        self.visit = visit
        let asked = visit.query("days").flatMap { Int($0) }
        let days = asked.flatMap { Self.ranges.contains($0) ? $0 : nil } ?? 30
        self.days = days
        let today = CivilDate(secondsSinceEpoch: visit.now.milliseconds / 1000)
        let from = today.flatMap { CivilDate(daysSinceEpoch: $0.daysSinceEpoch - days + 1) }
        report = try await visit.read(FigureCalls.show, [(FigureCalls.from.name, from?.description)])
    }

    var html: HTML {
        let tabs = Tabs(
            Self.ranges.map { count in
                Tabs.Tab(
                    visit.text(AdminText.lastDays, ["count": .number(Int64(count))]),
                    href: visit.link("admin", [("days", "\(count)")]),
                    isCurrent: count == days
                )
            },
            label: visit.text(AdminText.range)
        )
        return "<section id=\"charts\"><h2>\(visit.text(AdminText.byDay))</h2>\(tabs)\(content)</section>"
    }

    private var content: HTML {
        guard let countedAt = report.countedAt else {
            return EmptyState(
                .chart,
                visit.text(AdminText.notCounted),
                visit.text(AdminText.notCountedText)
            ).html
        }
        let charts = each(visit.figureCharts) { chart -> HTML in
            guard let series = report.figures.first(where: { $0.name == chart.figure }) else { return .none }
            return "<div>\(self.chart(chart, series))</div>"
        }
        let until = visit.text(AdminText.countedAt, ["time": .text(visit.date(countedAt))])
        return "<div class=\"grid wide\">\(charts)</div><p class=\"soft\">\(until)</p>"
    }

    private func chart(_ shown: FigureChart, _ series: FigureSeries) -> Chart {
        let isState = series.unit == .state
        let values = series.days.map(\.value)
        let sum = values.reduce(0, &+)
        // Rounded half up.
        let count = Int64(max(values.count, 1))
        let mean = sum / count + (sum % count * 2 >= count ? 1 : 0)
        let whole = isState ? values.last ?? 0 : shown.isPerDay ? mean : sum
        return Chart(
            id: "chart-\(series.name)",
            visit.text(
                shown.isPerDay ? AdminText.chartMean : .chartTitle,
                ["name": .text(shown.title(visit)), "value": .text(text(whole, series.unit))]
            ),
            isState && series.days.count > 1 ? .line : .bars,
            series.days.map { day in
                Chart.Point(visit.day(day.day, .shortDay), day.value, text(day.value, series.unit))
            },
            labelHeading: visit.text(AdminText.day),
            valueHeading: visit.text(AdminText.value),
            tableSummary: visit.text(PageText.asTable)
        )
    }

    private func text(_ value: Int64, _ unit: Extensible<FigureUnit>) -> String {
        unit == .cents ? visit.localizer.money(cents: value) : visit.localizer.number(value)
    }
}
