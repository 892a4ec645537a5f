package import Database
package import ParlayAPI
internal import Tenancy

/// The audit logs of all tenants and of the installation, for the operator.
package struct OperatorAuditEntry: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "id", "slug", "username", "action", "subject_type", "subject", "details", "created_at",
    ]

    package let id: Int64
    /// `nil` for what is no tenant's.
    package let tenant: String?
    /// A username or an API key; `nil` for the operator and for what a worker did.
    package let by: String?
    package let action: String
    package let subjectType: String?
    /// Its number, the kind of a job, or the slug of a tenant.
    package let subject: String?
    /// JSON.
    package let details: String
    package let createdAt: Timestamp

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        tenant = try columns.optionalText()
        by = try columns.optionalText()
        action = try columns.text()
        subjectType = try columns.optionalText()
        subject = try columns.optionalText()
        details = try columns.text()
        createdAt = try columns.time()
    }

    /// One of four branches has rows, each by an index of its own; the others are not begun.
    private static let page = RowStatement<OperatorAuditEntry>(
        "select",
        columns.of("e"),
        """
          from (
            (select o.id, t.slug, coalesce(a.username, 'API key “' || k.label || '”') as username, o.action, o.subject_type, o.subject_id::text as subject,
                    o.details::text, o.created_at
               from (
                 (select o.tenant_id, o.id from audit o
                   where $1::text is null and $2::text is null and o.id < $3
                   order by o.id desc limit $4)
                 union all
                 (select o.tenant_id, o.id from audit o
                   where $1::text is null and o.action = $2 and o.id < $3
                   order by o.id desc limit $4)
                 union all
                 (select o.tenant_id, o.id from audit o
                   where o.tenant_id = (select t.id from tenants t where t.slug = $1) and $2::text is null and o.id < $3
                   order by o.id desc limit $4)
                 union all
                 (select o.tenant_id, o.id from audit o
                   where o.tenant_id = (select t.id from tenants t where t.slug = $1) and o.action = $2 and o.id < $3
                   order by o.id desc limit $4)
               ) n
               join audit o on o.tenant_id = n.tenant_id and o.id = n.id
               join tenants t on t.id = n.tenant_id
               left join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id
               left join api_keys k on k.tenant_id = o.tenant_id and k.id = o.key_id)
            union all
            (select o.id, null, null, o.action, o.subject_type, o.subject, o.details::text, o.created_at
               from installation_audit o
              where $1::text is null and o.id < $3 and ($2::text is null or o.action = $2)
              order by o.id desc
              limit $4)
          ) e
         order by e.id desc
         limit $4
        """
    )

    package static let statements = [page.statement]

    /// Newest first.
    ///
    /// - Parameters:
    ///   - tenant: a slug; `nil` for all, and for what is no tenant's.
    ///   - before: the id of the last entry of the page before.
    package static func page(
        tenant: String?,
        action: String?,
        before: Int64?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [OperatorAuditEntry] {
        let query = page(.text(tenant), .text(action), .integer(before ?? .max), .integer(limit))
        return try await pool.read(query).all
    }
}
