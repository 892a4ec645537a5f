internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// Who changed what, in all tenants or in one.
struct AuditScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() async throws -> Response {
        let (tenant, action) = (visit.query("tenant"), visit.query("action"))
        let rows = try await OperatorAuditEntry.page(
            tenant: tenant,
            action: action,
            before: visit.cursor(1)?.first,
            limit: ConsoleVisit.pageLength + 1,
            visit.database
        )
        let (shown, next) = ConsoleVisit.page(of: rows) { "\($0.id)" }
        let filters: [(String, String?)] = [("tenant", tenant), ("action", action)]
        return visit.page(
            visit.text(.audit),
            in: .audit,
            """
            \(PageHead(visit.text(.audit), lead: "\(visit.text(.auditText))"))
            \(visit.search(
                "/audit",
                """
                \(Field("tenant", visit.text(.tenant), value: tenant ?? ""))\
                \(Field("action", visit.text(.action), value: action ?? ""))
                """,
                isFiltered: tenant != nil || action != nil
            ))
            \(table(shown))
            \(visit.pager("/audit", filters, next: next))
            """
        )
    }

    private func table(_ entries: [OperatorAuditEntry]) -> HTML {
        Table(
            id: "audit",
            caption: visit.text(.audit),
            hidesCaption: true,
            columns: [
                .init(visit.utc(.when)), .init(visit.text(.tenant)), .init(visit.text(.who)),
                .init(visit.text(.action)), .init(visit.text(.about)), .init(visit.text(.changes)),
            ],
            rows: entries.map(row),
            narrow: .rows,
            empty: EmptyState(.book, visit.text(.noAudit))
        )
        .html
    }

    private func changes(_ details: String) -> HTML {
        guard let value = try? JSONParser.parse(Array(details.utf8)) else { return "<code>\(details)</code>" }
        return Changes(value, visit.localizer).html
    }

    private func row(_ entry: OperatorAuditEntry) -> Table.Row {
        func link(_ name: String, _ value: String) -> HTML {
            "<a href=\"\(ConsoleVisit.link("/audit", [(name, value)]))\">\(value)</a>"
        }
        let subject = entry.subjectType.map { type in "\(type) \(entry.subject ?? "")" }
        return Table.Row([
            visit.time(entry.createdAt),
            entry.tenant.map { link("tenant", $0) } ?? "\(visit.text(.installation))",
            "\(entry.by ?? visit.text(.operator))",
            link("action", entry.action), "\(subject ?? "–")",
            changes(entry.details),
        ])
    }
}
