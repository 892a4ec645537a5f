internal import Console
internal import ParlayAPI

extension Command {
    static let reportList = listing(
        "admin reports list",
        ReportCalls.list,
        "list reports to the moderators, newest first",
        example: "parlay admin reports list --tenant demo --status open",
        empty: "No reports found.",
        columns: [
            ("ID", { String($0.id) }), ("STATUS", \.status.rawValue), ("REASON", \.reason.rawValue),
            ("ABOUT", { "\($0.about.type) \($0.about.id)" }), ("TITLE", { $0.title ?? "" }),
            ("BY", \.by.username), ("CREATED (UTC)", \.createdAt.short), ("TEXT", \.text),
        ]
    )

    static let reportShow = showing(
        "admin reports show",
        ReportCalls.show,
        "show a report with what it is about",
        example: "parlay admin reports show 3 --tenant demo",
        fields: { report in
            [
                ("id", String(report.id)), ("status", report.status.rawValue),
                ("reason", report.reason.rawValue), ("text", report.text), ("by", report.by.username),
                ("about", "\(report.about.type) \(report.about.id)"), ("title", report.title ?? ""),
                ("person", report.person?.username ?? ""), ("copy", report.subjectCopy?.text ?? ""),
                ("note", report.note ?? ""), ("created", report.createdAt.description),
            ]
        }
    )

    static let reportResolve = changing(
        "admin reports resolve",
        ReportCalls.decide,
        fixed: ["status": "resolved"],
        "resolve a report",
        details: "Whoever reported does not see the note.",
        example: "parlay admin reports resolve 3 --tenant demo --note Warned",
        done: { "report \($0.id) is \($0.status.rawValue)" }
    )

    static let reportReopen = changing(
        "admin reports reopen",
        ReportCalls.decide,
        fixed: ["status": "open"],
        "open a resolved report again",
        example: "parlay admin reports reopen 3 --tenant demo",
        done: { "report \($0.id) is \($0.status.rawValue)" }
    )
}
