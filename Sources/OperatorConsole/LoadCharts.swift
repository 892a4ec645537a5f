internal import Administration
internal import Localization
internal import Pages
internal import ParlayAPI

/// The requests and the runs of jobs of the last 24 hours.
struct LoadCharts {
    private let visit: ConsoleVisit
    private let hours: [OperatorLoad]

    init(_ visit: ConsoleVisit, _ hours: [OperatorLoad]) {
        self.visit = visit
        self.hours = hours
    }

    var html: HTML {
        """
        <section id="load"><h2>\(visit.text(.lastDay))</h2><div class="grid wide">\
        <div>\(chart("requests", .requestCount, \.requests))</div><div>\(chart("runs", .runCount, \.runs))</div>\
        </div></section>
        """
    }

    private func chart(_ name: String, _ title: ConsoleText, _ value: (OperatorLoad) -> Int64) -> Chart {
        let whole = hours.reduce(0) { $0 + value($1) }
        return Chart(
            id: "chart-\(name)",
            visit.text(title, ["count": .number(whole)]),
            .bars,
            hours.map { hour in
                let time = visit.localizer.date(hour.hour, .time, now: visit.now)
                return Chart.Point(time, value(hour), visit.localizer.number(value(hour)))
            },
            labelHeading: visit.text(.hour),
            valueHeading: visit.text(.count),
            tableSummary: visit.localizer.text(PageText.asTable)
        )
    }
}
