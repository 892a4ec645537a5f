internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Observability
internal import Pages
internal import ParlayAPI
internal import Synchronization
internal import Tenancy

/// What the checks found and how long the queue is, kept for a minute: some ask other servers, and counting a long queue takes time.
final class HealthReport: Sendable {
    struct Content: Sendable {
        let findings: [HealthFinding]
        /// `nil` if they could not be read in time: a long queue takes long to count.
        let jobs: JobMetrics?
        /// `nil` if it could not be read.
        let load: [OperatorLoad]?
        let figures: [Figure]
        let at: Timestamp
    }

    /// A gauge of a component with its values.
    struct Figure: Sendable {
        let name: String
        let help: String
        /// `nil` if it could not be read.
        let samples: [Sample]?
    }

    private let kept = Mutex<Content?>(nil)

    /// - Parameter isFresh: checks again however new the last report is.
    func content(_ services: ConsoleServices, isFresh: Bool, at now: Timestamp) async throws -> Content {
        if !isFresh, let content = kept.withLock({ $0 }),
            now.milliseconds - content.at.milliseconds < 60_000
        {
            return content
        }
        let findings = try await services.examine()
        let jobs = try? await JobMetrics.read(services.database)
        let load = try? await OperatorLoad.lastDay(at: now, services.database)
        var figures: [Figure] = []
        for gauge in services.gauges {
            let samples = try? await gauge.read(services.database)
            figures.append(Figure(name: gauge.name, help: gauge.help, samples: samples))
        }
        let content = Content(findings: findings, jobs: jobs, load: load, figures: figures, at: now)
        kept.withLock { $0 = content }
        return content
    }
}

/// The state of the installation: the jobs that wait, what `parlay doctor` checks, and the figures of the components.
struct HealthScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() async throws -> Response {
        let content = try await visit.server.health.content(
            visit.services,
            isFresh: visit.query("fresh") != nil,
            at: visit.now
        )
        let paused = Set(try await PausedKind.all(visit.database).map(\.kind))
        let again = Button(visit.text(.checkAgain), .quiet, .link("/?fresh=1"))
        return visit.page(
            visit.text(.health),
            in: .health,
            every: 30,
            """
            \(PageHead(visit.text(.health), lead: lead(content), actions: again.html))
            \(stats(content))
            \(checks(content.findings))
            \(visit.command("parlay doctor"))
            \(optional(content.load) { LoadCharts(visit, $0).html })
            \(QueueTable(visit, content.jobs?.counts ?? [], paused).html)
            \(figures(content.figures))
            """
        )
    }

    private func lead(_ content: HealthReport.Content) -> HTML {
        "\(visit.text(.checkedAt)) \(visit.time(content.at)) UTC · \(visit.text(.version)) \(visit.services.version)"
    }

    private func stats(_ content: HealthReport.Content) -> HTML {
        func number(_ state: String) -> String {
            content.jobs.map { visit.count(total(state, $0.counts)) } ?? "–"
        }
        let oldest = content.jobs.map { jobs in
            visit.text(.seconds, ["count": .number(Int64(jobs.oldestSeconds))])
        }
        let failed = content.findings.count { $0.verdict == .bad }
        return StatRow([
            Stat(visit.text(.failedChecks), "\(visit.count(failed))"),
            Stat(visit.text(.waiting), "<a href=\"/jobs?state=available\">\(number("available"))</a>"),
            Stat(visit.text(.oldestWaits), "\(oldest ?? "–")"),
            Stat(visit.text(.dead), "<a href=\"/jobs\">\(number("dead"))</a>"),
        ])
        .html
    }

    /// Above the limit if the counting of one stopped there.
    private func total(_ state: String, _ counts: [JobMetrics.Count]) -> Int {
        let sum = counts.filter { $0.state == state }.reduce(0) { $0 + $1.count }
        return sum >= JobMetrics.limit ? JobMetrics.limit + 1 : sum
    }

    private func checks(_ findings: [HealthFinding]) -> HTML {
        let order: [HealthFinding.Verdict] = [.bad, .warning, .good, .unchecked]
        let sorted = order.flatMap { verdict in findings.filter { $0.verdict == verdict } }
        return Table(
            id: "checks",
            caption: visit.text(.checks),
            columns: [.init(visit.text(.subject)), .init(visit.text(.verdict)), .init(visit.text(.detail))],
            rows: sorted.map { finding in
                Table.Row(["\(finding.subject)", badge(finding.verdict).html, "\(finding.detail)"])
            },
            narrow: .rows
        )
        .html
    }

    private func badge(_ verdict: HealthFinding.Verdict) -> Badge {
        switch verdict {
        case .good: Badge(visit.text(.good), .good)
        case .warning: Badge(visit.text(.warning), .warning, icon: .warning)
        case .bad: Badge(visit.text(.bad), .bad)
        case .unchecked: Badge(visit.text(.unchecked))
        }
    }

    private func figures(_ figures: [HealthReport.Figure]) -> HTML {
        let rows = figures.flatMap { figure -> [Table.Row] in
            guard let samples = figure.samples, !samples.isEmpty else {
                return [Table.Row(["<code>\(figure.name)</code>", "\(figure.help)", "–"])]
            }
            return samples.map { sample in
                let labels = sample.labels.joined(separator: ", ")
                let name: HTML =
                    labels.isEmpty ? "<code>\(figure.name)</code>" : "<code>\(figure.name)</code> \(labels)"
                return Table.Row([name, "\(figure.help)", "\(number(sample.value))"])
            }
        }
        guard !rows.isEmpty else { return .none }
        return Table(
            id: "figures",
            caption: visit.text(.figures),
            columns: [
                .init(visit.text(.figure)), .init(visit.text(.meaning)), .init(visit.text(.value), .end),
            ],
            rows: rows,
            narrow: .rows
        )
        .html
    }

    private func number(_ value: Double) -> String {
        visit.localizer.number(Int64(min(max(-1e15, value), 1e15).rounded()))
    }
}
