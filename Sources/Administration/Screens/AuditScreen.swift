internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Who changed what.
    static let audit = Screen("admin/audit", "Audit log", for: .role(.admin)) { visit in
        try await AuditLog(visit).document
    }
}

/// A page of the audit log, with what it is filtered by.
private struct AuditLog {
    /// Of the address. `who` is a username, `by` the number of an account.
    private static let filters = ["who", "by", "person", "action", "from", "until"]

    private let visit: Visit
    /// Whose entries are shown; `nil` for everybody's.
    private let actor: Person?
    private let isUnknown: Bool
    private let page: ListPage<AuditEntry>

    init(_ visit: Visit) async throws {
        self.visit = visit
        let who = visit.query("who")
        var actor: Person?
        if let who {
            let found = try await visit.read(AccountAdminCalls.list, [("q", String(who.prefix(100)))]).items
            actor = found.map(\.person).first { $0.username.lowercased() == who.lowercased() }
        }
        isUnknown = who != nil && actor == nil
        let query: [(String, String?)] = [
            ("by", actor.map { "\($0.id)" } ?? visit.query("by")), ("person", visit.query("person")),
            ("action", visit.query("action")), ("from", Self.day("from", visit)?.description),
            ("until", Self.day("until", visit)?.adding(seconds: 86_400).description),
            ("cursor", visit.query("cursor")),
        ]
        page = isUnknown ? ListPage(items: [], nextCursor: nil) : try await visit.read(AuditCalls.list, query)
        self.actor = actor ?? (visit.query("by") == nil ? nil : page.items.first?.by)
    }

    /// The begin of a day of the calendar, where the viewer is.
    private static func day(_ name: String, _ visit: Visit) -> Timestamp? {
        visit.query(name).flatMap { visit.localizer.timestamp(localInput: "\($0)T00:00") }
    }

    var document: Document {
        let columns = [AdminText.when, .who, .what, .about, .changes].map { Table.Column(visit.text($0)) }
        return Document(
            visit.text(AdminText.audit),
            in: "admin/audit",
            """
            \(PageHead(visit.text(AdminText.audit), lead: "\(visit.text(AdminText.auditText))"))\(form)
            \(isUnknown ? Alert(.warning, visit.text(AdminText.nobodyByName, ["name": .text(visit.query("who") ?? "")])).html : .none)
            \(Table(
                id: "audit",
                caption: visit.text(AdminText.audit),
                hidesCaption: true,
                columns: columns,
                rows: page.items.map(row),
                narrow: .rows,
                empty: EmptyState(.book, visit.text(AdminText.nothingDone))
            ))
            \(visit.pager(page.nextCursor, keeping: Self.filters))
            """
        )
    }

    private var form: HTML {
        let count = Self.filters.count { visit.query($0) != nil }
        let actions = [Field.Option("", visit.text(AdminText.anyAction))] + visit.auditActions
        let person: HTML = optional(visit.query("person")) { hiddenInput("person", $0) }
        return Filters(
            action: visit.link("admin/audit"),
            open: visit.text(AdminText.filter),
            active: count,
            close: visit.text(PageText.close),
            apply: visit.text(AdminText.filter),
            clear: count == 0 ? nil : (visit.text(AdminText.wholeAudit), visit.link("admin/audit")),
            fields: """
                \(person)\(Field("who", visit.text(AdminText.who), value: actor?.username ?? visit.query("who") ?? ""))\
                \(Field("action", visit.text(AdminText.what), .select(actions), value: visit.query("action") ?? ""))\
                \(Field("from", visit.text(AdminText.from), .date, value: visit.query("from") ?? ""))\
                \(Field("until", visit.text(AdminText.untilDay), .date, value: visit.query("until") ?? ""))
                """
        )
        .html
    }

    private func row(_ entry: AuditEntry) -> Table.Row {
        func link(_ name: String, _ value: String, _ word: String) -> HTML {
            "<a href=\"\(visit.here([(name, value)]))\">\(word)</a>"
        }
        let who: HTML =
            entry.by.map { link("by", "\($0.id)", $0.fullName) } ?? entry.key.map { "\($0.label)" }
            ?? "\(visit.text(AdminText.operator))"
        var about: HTML = entry.title.map { "\($0)" } ?? entry.subject.map { "\($0.type) \($0.id)" } ?? "–"
        if let subject = entry.subject {
            if subject.type == "account" {
                about = link("person", "\(subject.id)", entry.title ?? "\(subject.id)")
            } else if let href = visit.link(to: subject) {
                about = "<a href=\"\(href)\">\(about)</a>"
            }
        }
        let changes = Changes(entry.details, visit.localizer) { [visit] field in
            entry.action == .settingsChange ? visit.name(ofSetting: field) : nil
        }
        return Table.Row([
            visit.time(entry.createdAt), who,
            link("action", entry.action.rawValue, visit.name(of: entry.action)),
            about, changes.html,
        ])
    }
}
