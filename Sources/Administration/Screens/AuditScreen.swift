internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Who changed what.
    static let audit = Screen("admin/audit", "Audit log", for: .role(.admin)) { visit in
        let filters = ["by", "person", "action"]
        let page = try await visit.read(
            AuditCalls.list,
            filters.map { ($0, visit.query($0)) } + [("cursor", visit.query("cursor"))]
        )
        let columns = [AdminText.when, .who, .what, .about, .changes].map { Table.Column(visit.text($0)) }
        let isFiltered = filters.contains { visit.query($0) != nil }
        let all: HTML =
            isFiltered
            ? "<p><a href=\"\(visit.link("admin/audit"))\">\(visit.text(AdminText.wholeAudit))</a></p>"
            : .none
        return Document(
            visit.text(AdminText.audit),
            in: "admin/audit",
            """
            \(PageHead(visit.text(AdminText.audit), lead: "\(visit.text(AdminText.auditText))"))\(all)
            \(Table(
                id: "audit",
                caption: visit.text(AdminText.audit),
                hidesCaption: true,
                columns: columns,
                rows: page.items.map { row($0, visit) },
                narrow: .rows,
                empty: EmptyState(.book, visit.text(AdminText.nothingDone))
            ))
            \(visit.pager(page.nextCursor, keeping: filters))
            """
        )
    }

    private static func row(_ entry: AuditEntry, _ visit: Visit) -> Table.Row {
        func link(_ name: String, _ value: String, _ word: String) -> HTML {
            "<a href=\"\(visit.here([(name, value)]))\">\(word)</a>"
        }
        let who: HTML =
            entry.by.map { link("by", "\($0.id)", $0.fullName) } ?? "\(visit.text(AdminText.operator))"
        var about: HTML = entry.title.map { "\($0)" } ?? entry.subject.map { "\($0.type) \($0.id)" } ?? "–"
        if let subject = entry.subject {
            if subject.type == "account" {
                about = link("person", "\(subject.id)", entry.title ?? "\(subject.id)")
            } else if let href = visit.link(to: subject) {
                about = "<a href=\"\(href)\">\(about)</a>"
            }
        }
        let details = entry.details == .object(JSONObject()) ? "" : entry.details.compactText
        return Table.Row([
            visit.time(entry.createdAt), who,
            link("action", entry.action.rawValue, visit.name(of: entry.action)),
            about, "<code>\(details)</code>",
        ])
    }
}

extension JSONValue {
    fileprivate var compactText: String { String(decoding: jsonBytes(), as: UTF8.self) }
}
