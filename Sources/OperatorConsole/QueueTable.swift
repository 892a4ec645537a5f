internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI

/// How many jobs of each kind there are in each state, with a button that pauses the kind, or resumes it.
struct QueueTable {
    private let visit: ConsoleVisit
    private let counts: [JobMetrics.Count]
    private let paused: Set<String>

    init(_ visit: ConsoleVisit, _ counts: [JobMetrics.Count], _ paused: Set<String>) {
        self.visit = visit
        self.counts = counts
        self.paused = paused
    }

    var html: HTML {
        let kinds = Set(counts.map(\.kind)).union(paused).sorted()
        guard !kinds.isEmpty else { return .none }
        let buttons = PausedKinds(visit)
        let states = JobAdmin.State.allCases
        let columns = states.map { Table.Column(visit.text($0.title), .end) }
        return Table(
            id: "queue",
            caption: visit.text(.queue),
            columns: [Table.Column(visit.text(.kind))] + columns + [Table.Column(visit.text(.pauses))],
            rows: kinds.map { kind in
                let counts = states.map { number(kind, $0) }
                let button = paused.contains(kind) ? buttons.resumeButton(kind) : buttons.pauseButton(kind)
                return Table.Row([link(kind, .available, kind)] + counts + [button])
            },
            narrow: .rows
        )
        .html
    }

    private func number(_ kind: String, _ state: JobAdmin.State) -> HTML {
        let count = counts.filter { $0.kind == kind && $0.state == state.rawValue }.reduce(0) {
            $0 + $1.count
        }
        guard count > 0 else { return "0" }
        return link(kind, state, visit.count(count >= JobMetrics.limit ? JobMetrics.limit + 1 : count))
    }

    private func link(_ kind: String, _ state: JobAdmin.State, _ text: String) -> HTML {
        "<a href=\"\(ConsoleVisit.link("/jobs", [("state", state.rawValue), ("kind", kind)]))\">\(text)</a>"
    }
}
