internal import Accounts
package import Database
internal import ParlayAPI
internal import Tenancy

/// What an entry of the audit log may be about.
package struct AuditSubject: Sendable {
    /// A select of the subject's account, null if it has none, and of what it is called, for the entry `e` if that is about
    /// one.
    let rows: SQLFragment

    package init(_ rows: SQLFragment) { self.rows = rows }

    /// Accounts, reports, invites and API keys.
    package static let common = [
        AuditSubject(
            """
            select s.id, s.username
              from accounts s
             where e.subject_type = 'account' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select s.account_id, s.reason
              from reports s
             where e.subject_type = 'report' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select s.account_id, s.prefix
              from invites s
             where e.subject_type = 'invite' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select null::bigint, s.label
              from api_keys s
             where e.subject_type = 'key' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
    ]
}

/// Reads the audit log with what its entries are about.
package struct AuditReader: Sendable {
    /// Newest first, after the id `$2`; each of what its index finds, and further conditions.
    private let pages: [AuditFilter.Index: RowStatement<ListedAuditRow>]

    /// - Parameter subjects: those of all components.
    package init(_ subjects: [AuditSubject]) {
        let rows = subjects.map(\.rows)
        let union = rows.dropFirst().reduce(rows[0]) { SQLFragment(joining: $0, "union all", $1) }
        pages = Dictionary(
            AuditFilter.Index.allCases.map { ($0, Self.page($0, union)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func page(_ index: AuditFilter.Index, _ union: SQLFragment) -> RowStatement<ListedAuditRow>
    {
        RowStatement(
            "select",
            ListedAuditRow.columns,
            """
              from audit e
              left join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
              left join api_keys k on k.tenant_id = e.tenant_id and k.id = e.key_id
              left join lateral (
            """,
            union,
            """
                   ) as s (account_id, title) on true
              left join accounts p on p.tenant_id = e.tenant_id and p.id = s.account_id
             where e.tenant_id = $1 and ($2::bigint is null or e.id < $2)
               and ($4::bigint is null or e.account_id = $4)
               and ($5::bigint is null or e.subject_type = 'account' and e.subject_id = $5)
               and ($6::text is null or e.action = $6)
               and ($7::timestamptz is null or e.created_at >= $7) and ($8::timestamptz is null or e.created_at < $8)
               -- Ids follow the times but for what is done in the same moment, so that nothing outside of them is read.
               and e.id >= coalesce(
                   (select f.id from audit f
                     where f.tenant_id = $1 and f.created_at < $7::timestamptz - interval '1 minute'
                     order by f.created_at desc, f.id desc limit 1), 0)
               and e.id <= coalesce(
                   (select u.id from audit u
                     where u.tenant_id = $1 and u.created_at > $8::timestamptz + interval '1 minute'
                     order by u.created_at, u.id limit 1), 9223372036854775807)
            """,
            index.condition,
            """
             order by e.id desc
             limit $3
            """
        )
    }

    package var statements: [Statement] { AuditFilter.Index.allCases.compactMap { pages[$0]?.statement } }

    func page(_ page: Page, _ filter: AuditFilter, in session: Session) async throws -> [AuditEntry] {
        guard let statement = pages[filter.index] else { return [] }
        return try await session.read(
            statement(
                .id(session.tenant.id),
                .integer(page.after?.first),
                .integer(page.fetchLimit),
                .integer(filter.by),
                .integer(filter.person),
                .text(filter.action),
                .time(filter.from),
                .time(filter.until)
            )
        ).map { try $0.entry(in: session.tenant) }
    }
}

/// A row of `audit` with its subject's account `p` and title.
struct ListedAuditRow: ColumnGroup {
    static let columns: SQLFragment = AuditRow.columns + PersonRow.columns.of("p") + "s.title"

    private let row: AuditRow
    private let person: PersonRow?
    private let title: String?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        row = try AuditRow(&columns)
        person = try columns.optional()
        title = try columns.optionalText()
    }

    func entry(in tenant: Tenant) throws -> AuditEntry {
        var entry = try row.entry(in: tenant)
        entry.person = person?.person(in: tenant)
        entry.title = title
        return entry
    }
}

/// Which entries of the audit log are wanted.
struct AuditFilter {
    /// The account that did it.
    var by: Int64?
    /// The account that it was done to.
    var person: Int64?
    var action: String?
    var from: Timestamp?
    /// Before this time.
    var until: Timestamp?

    /// By which the entries are found. A statement for each, because the plan of one with all of them would be that of none.
    enum Index: CaseIterable {
        case all, by, person, action

        var condition: SQLFragment {
            switch self {
            case .all: ""
            case .by: "and e.account_id = $4"
            case .person: "and e.subject_type = 'account' and e.subject_id = $5"
            case .action: "and e.action = $6"
            }
        }
    }

    var index: Index { person != nil ? .person : by != nil ? .by : action != nil ? .action : .all }

    /// For cursors, which belong to one list.
    var values: [(String, String?)] {
        [
            ("by", by.map { "\($0)" }), ("person", person.map { "\($0)" }), ("action", action),
            ("from", from?.description), ("until", until?.description),
        ]
    }
}
