package import Accounts
package import Database
package import ParlayAPI
package import Tenancy

/// The statements about the audit log. A statement that may change nothing writes its entry itself, with `with`.
package enum AuditStore {
    /// By the caller, a person or an API key, or by the operator if there is no caller.
    package static let insert = Statement(
        Audit.insert("$2", on: ("$3", "$4"), details: "$5::jsonb", at: "$6")
    )

    /// The caller's entries, without the people that they are about.
    static let own = RowStatement<AuditRow>(
        "select",
        AuditRow.columns,
        """
          from audit e
          join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
          left join api_keys k on k.tenant_id = e.tenant_id and k.id = e.key_id
         where e.tenant_id = $1 and e.account_id = current_account_id()
         order by e.id desc
        """
    )

    package static let export = ExportPart("audit", own) { row, tenant in try row.entry(in: tenant) }

    package static let statements = [insert, own.statement]
}

/// An entry, written together with the change. Never contains secrets or personal data.
package struct AuditDraft: Sendable {
    package let action: AuditAction
    package let subject: Subject?
    package let details: JSONObject

    package init(_ action: AuditAction, _ details: JSONObject = JSONObject(), on subject: Subject? = nil) {
        self.action = action
        self.subject = subject
        self.details = details
    }

    /// The statement and its values, for a session's unit.
    package func query(_ tenant: TenantID, at now: Timestamp) -> Query {
        Query(AuditStore.insert, parameters(tenant, at: now))
    }

    func parameters(_ tenant: TenantID, at now: Timestamp) -> [Parameter] {
        [
            .id(tenant), .text(action.rawValue), .text(subject?.type), .integer(subject?.id),
            .json(details), .time(now),
        ]
    }
}

/// A row of `audit`, called `e`, with the account `a` or the API key `k` that did it.
struct AuditRow: ColumnGroup {
    static let columns: SQLFragment =
        ["e.id", "e.action"] + Subject.columns.of("e") + ["e.details::text", "e.created_at"]
        + PersonRow.columns.of("a") + ["k.id", "k.label"]

    let id: Int64
    let action: AuditAction
    let subject: Subject?
    /// JSON.
    let details: String
    let createdAt: Timestamp
    /// `nil` for an API key and for the operator.
    let person: PersonRow?
    let key: AuditEntry.Key?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        action = AuditAction(rawValue: try columns.text())
        subject = try columns.optional()
        details = try columns.text()
        createdAt = try columns.time()
        person = try columns.optional()
        let keyID = try columns.optionalInteger()
        let label = try columns.optionalText()
        key = keyID.map { AuditEntry.Key(id: $0, label: label ?? "") }
    }

    func entry(in tenant: Tenant) throws -> AuditEntry {
        AuditEntry(
            id: id,
            by: person?.person(in: tenant),
            key: key,
            action: action,
            subject: subject,
            details: try JSONParser.parse(Array(details.utf8)),
            createdAt: createdAt
        )
    }
}
