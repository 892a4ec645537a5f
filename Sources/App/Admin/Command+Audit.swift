internal import Console
internal import ParlayAPI

extension Command {
    static let auditList = listing(
        "admin audit list",
        AuditCalls.list,
        "list who changed what in a tenant",
        details:
            "Newest first. --by and --person take the ids of accounts, --from and --until times such as 2026-05-01T00:00:00Z.",
        example: "parlay admin audit list --tenant demo --action account.change",
        empty: "No entries found.",
        columns: [
            ("ID", { String($0.id) }), ("TIME (UTC)", \.createdAt.short), ("BY", \.author),
            ("ACTION", \.action.rawValue),
            ("SUBJECT", { $0.subject.map { "\($0.type) \($0.id)" } ?? "" }),
            ("TITLE", { $0.title ?? "" }), ("DETAILS", { JSONText.sorted($0.details) }),
        ]
    )
}

extension AuditEntry {
    fileprivate var author: String { by?.username ?? key.map { "key \($0.label)" } ?? "operator" }
}
