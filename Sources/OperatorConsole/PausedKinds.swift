internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI

/// Kinds of jobs that wait because the operator paused them, and the buttons that pause and resume one.
struct PausedKinds {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    /// As the database checks it.
    static func isKind(_ text: String) -> Bool { PausedKind.isKind(text) }

    /// Nothing if none is paused.
    func card(_ paused: [PausedKind]) -> HTML {
        guard !paused.isEmpty else { return .none }
        let table = Table(
            id: "paused",
            caption: visit.text(.pausedKinds),
            columns: [
                .init(visit.text(.kind)), .init(visit.utc(.pausedSince)), .init(visit.text(.resumeKind)),
            ],
            rows: paused.map { row in
                Table.Row([
                    "<a href=\"\(ConsoleVisit.link("/jobs", [("state", "available"), ("kind", row.kind)]))\">\(row.kind)</a>",
                    visit.time(Timestamp(milliseconds: row.since)),
                    resumeButton(row.kind),
                ])
            },
            narrow: .rows
        )
        let line = Shell.line("jobs resume", [paused.count == 1 ? paused[0].kind : "KIND"])
        return "\(Alert(.warning, visit.text(.pausedText)))\(table)\(visit.command(line))"
    }

    func pauseButton(_ kind: String) -> HTML { button("pause", kind, visit.text(.pauseKind), .clock) }

    func resumeButton(_ kind: String) -> HTML { button("resume", kind, visit.text(.resumeKind), .check) }

    private func button(_ action: String, _ kind: String, _ text: String, _ icon: Icon) -> HTML {
        let field: HTML = "<input type=\"hidden\" name=\"kind\" value=\"\(kind)\">"
        return visit.move(action, to: "/jobs", "\(field)\(Button(text, .quiet, icon: icon))\(spoken(kind))")
    }
}
