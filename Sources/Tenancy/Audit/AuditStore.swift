package import Database
package import ParlayAPI

/// The statements about the audit log. What may come to nothing writes its entry in its own statement, with `with`.
package enum AuditStore {
    /// By the caller, or by the operator where nobody calls.
    package static let insert = Statement(
        """
        insert into audit (tenant_id, account_id, action, subject_type, subject_id, details, created_at)
        values ($1, current_account_id(), $2, $3, $4, $5::jsonb, $6)
        """
    )

    /// Newest first, behind the id `$2`.
    static let page = Statement(
        """
        select e.id, e.action, e.subject_type, e.subject_id, e.details::text, e.created_at,
               a.id, a.username, a.first_name, a.last_name, a.photo_version
          from audit e
          left join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
         where e.tenant_id = $1 and ($2::bigint is null or e.id < $2)
         order by e.id desc
         limit $3
        """
    )

    /// What the caller did.
    static let own = Statement(
        """
        select e.id, e.action, e.subject_type, e.subject_id, e.details::text, e.created_at,
               a.id, a.username, a.first_name, a.last_name, a.photo_version
          from audit e
          join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
         where e.tenant_id = $1 and e.account_id = current_account_id()
         order by e.id desc
        """
    )

    package static let statements = [insert, page, own]
}

/// An entry to be written with what it tells of. Never holds a secret, nor what is personal.
package struct AuditDraft: Sendable {
    package let action: AuditAction
    package let subject: Subject?
    package let details: JSONObject

    package init(_ action: AuditAction, _ details: JSONObject = JSONObject(), on subject: Subject? = nil) {
        self.action = action
        self.subject = subject
        self.details = details
    }

    /// The statement and its values, for a unit of a session.
    package func query(_ tenant: TenantID, at now: Timestamp) -> Query {
        Query(AuditStore.insert, parameters(tenant, at: now))
    }

    func parameters(_ tenant: TenantID, at now: Timestamp) -> [Parameter] {
        [
            .id(tenant), .text(action.rawValue), .text(subject?.type), .integer(subject?.id),
            .text(String(decoding: details.jsonBytes(), as: UTF8.self)), .time(now),
        ]
    }
}

extension AuditEntry {
    /// A row of `AuditStore.page`.
    init(_ row: Row, in tenant: Tenant) throws {
        var subject: Subject?
        if let type = row.optionalText(2), let id = row.optionalInteger(3) {
            subject = Subject(type: type, id: id)
        }
        self.init(
            id: try row.integer(0),
            by: row.isNull(6) ? nil : try Person(row, from: 6, in: tenant),
            action: AuditAction(rawValue: try row.text(1)),
            subject: subject,
            details: try JSONParser.parse(Array(try row.text(4).utf8)),
            createdAt: try row.time(5)
        )
    }
}
